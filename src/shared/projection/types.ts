/** What a model is sent, in our own words. Each provider's wire form is made from it by the AI SDK. */
import type { JsonObject } from '../model';

/** Whom a request is built for. */
export interface Reader {
  /** `provider/model`, as messages record it. */
  model: string;
  /** Whether images can be sent. */
  vision: boolean;
  /** Whether tool calls can be sent; if not, calls and results go as text. */
  tools: boolean;
}

export interface SentText {
  type: 'text';
  text: string;
}

export interface SentImage {
  type: 'image';
  /** SHA-256 of the bytes. */
  blob: string;
  mediaType: string;
}

export interface SentReasoning {
  type: 'reasoning';
  text: string;
  /** What the provider wants back unchanged. */
  provider: JsonObject;
}

export interface SentCall {
  type: 'tool-call';
  /** Legal at every provider: 1 to 40 of letters, digits, `_` and `-`; unique in the request. */
  callId: string;
  name: string;
  input: JsonObject;
  provider?: JsonObject;
}

export interface SentResult {
  callId: string;
  name: string;
  output: (SentText | SentImage)[];
  isError: boolean;
}

export type SentMessage =
  | { role: 'user'; parts: (SentText | SentImage)[] }
  | { role: 'assistant'; parts: (SentText | SentReasoning | SentCall)[] }
  /** Results of all calls of the message before, in the order of the calls. */
  | { role: 'tool'; results: SentResult[] };
