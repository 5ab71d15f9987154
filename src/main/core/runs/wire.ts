/** From the projection to the AI SDK's messages: blobs become bytes, nothing else changes. */
import type { ModelMessage, ToolResultPart } from 'ai';
import type { JsonObject } from '../../../shared/model';
import type { SentImage, SentMessage, SentResult, SentText } from '../../../shared/projection';

type ProviderOptions = NonNullable<ModelMessage['providerOptions']>;

const options = (value: JsonObject | undefined) =>
  value === undefined ? {} : { providerOptions: value as ProviderOptions };

/** @param bytesOf bytes of a blob, null when they are gone */
export function toModelMessages(
  sent: readonly SentMessage[],
  bytesOf: (hash: string) => Buffer | null,
): ModelMessage[] {
  const content = (part: SentText | SentImage) => {
    if (part.type === 'text') return { type: 'text' as const, text: part.text };
    const bytes = bytesOf(part.blob);
    if (bytes === null) return { type: 'text' as const, text: '[An image that is not here any more]' };
    return { type: 'file' as const, data: bytes, mediaType: part.mediaType };
  };
  return sent.map((message): ModelMessage => {
    if (message.role === 'user') return { role: 'user', content: message.parts.map(content) };
    if (message.role === 'assistant') {
      return {
        role: 'assistant',
        content: message.parts.map((part) => {
          if (part.type === 'text') return { type: 'text', text: part.text };
          if (part.type === 'reasoning')
            return { type: 'reasoning', text: part.text, ...options(part.provider) };
          const { callId: toolCallId, name: toolName, input } = part;
          return { type: 'tool-call', toolCallId, toolName, input, ...options(part.provider) };
        }),
      };
    }
    return {
      role: 'tool',
      content: message.results.map((result) => ({
        type: 'tool-result',
        toolCallId: result.callId,
        toolName: result.name,
        output: outputOf(result),
      })),
    };
  });

  function outputOf(result: SentResult): ToolResultPart['output'] {
    if (!result.output.some((part) => part.type === 'image')) {
      const value = result.output.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
      return { type: result.isError ? 'error-text' : 'text', value };
    }
    return {
      type: 'content',
      value: result.output.map((part) => {
        const item = content(part);
        return item.type === 'text'
          ? item
          : { ...item, data: { type: 'data' as const, data: item.data.toString('base64') } };
      }),
    };
  }
}
