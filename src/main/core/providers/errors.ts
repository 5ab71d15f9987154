/** What a provider's refusal means, as a sentence for people. */
import { APICallError, RetryError } from 'ai';
import type { RunError } from '../../../shared/rpc/runs';

/** Ways in which providers say that a request is too large for the window (2026-12). */
const OVERFLOW = [
  /prompt is too long/i,
  /context_length_exceeded/i,
  /exceeds? the context window/i,
  /maximum context length/i,
  /input token count .*exceeds/i,
  /input is too long/i,
  /maximum prompt length/i,
  /reduce the length of the messages/i,
  /longer than the model's context length/i,
  /too large for model with/i,
  /exceeds the available context size/i,
  /tokens to keep from the initial prompt/i,
  /prompt token count of .* exceeds the limit/i,
  /context window exceeds limit/i,
  /exceeded model token limit/i,
  /prompt too long/i,
  /model_context_window_exceeded/i,
];

/** Sounds like the above and is a matter of pace, not of size. */
const PACE = /rate.?limit|too many (requests|tokens)|throttl|tokens per (min|day)|overloaded|quota/i;

/** Whether a refusal says that the model takes no tools: asked again without them, it may answer. */
export function refusesTools(error: unknown): boolean {
  const call = callOf(error);
  return (
    call !== null &&
    /does not support (tools|function)|tool.{0,20}(not supported|unsupported)/i.test(textOf(call))
  );
}

/**
 * Classifies whatever a model call threw. Key and address never stand in the result.
 *
 * @param provider its name for people
 */
export function toRunError(error: unknown, provider: string, secrets: readonly string[] = []): RunError {
  const call = callOf(error);
  if (call) return fromCall(call, provider, secrets);
  const inner = error instanceof Error ? error : new Error(String(error));
  const code = codeOf(inner);
  if (code !== null || /fetch failed|network|socket|ECONN|terminated|Cannot connect/i.test(inner.message)) {
    const why =
      code === 'ECONNREFUSED'
        ? 'nothing answers at its address. Is it running?'
        : code === 'ENOTFOUND' || code === 'EAI_AGAIN'
          ? 'its address was not found. Check the network and the base URL.'
          : 'the connection broke. Check the network and try again.';
    return {
      kind: 'network',
      message: `${provider} was not reached: ${why}`,
      detail: clean(inner.message, secrets),
    };
  }
  return { kind: 'internal', message: `${provider}: ${clean(inner.message, secrets)}` };
}

function fromCall(call: APICallError, provider: string, secrets: readonly string[]): RunError {
  const status = call.statusCode;
  const detail = clean(detailOf(call), secrets);
  const base = { ...(status === undefined ? {} : { status }), ...(detail === '' ? {} : { detail }) };
  const text = textOf(call);
  if (status === undefined) {
    const code = codeOf(call);
    return {
      ...base,
      kind: 'network',
      message:
        code === 'ECONNREFUSED'
          ? `${provider} was not reached: nothing answers at its address. Is it running?`
          : `${provider} was not reached: ${detail || 'the connection broke'}. Check the network and the base URL.`,
    };
  }
  if (status === 401 || status === 403) {
    return { ...base, kind: 'auth', message: `${provider} refused the key. Check it in the settings.` };
  }
  if (status === 429 || status === 529 || (status !== 400 && PACE.test(text))) {
    return {
      ...base,
      kind: 'rate-limit',
      message: `${provider} asks to wait: too many requests, or the quota is used up. Try again later.`,
    };
  }
  const bytes = status === 413 || /request_too_large|Request exceeds the maximum size/i.test(text);
  if (bytes && !OVERFLOW.some((pattern) => pattern.test(text))) {
    return {
      ...base,
      kind: 'payload-too-large',
      message: `${provider} refused the request: it is too many bytes. Fewer or smaller images help.`,
    };
  }
  if (!PACE.test(text) && OVERFLOW.some((pattern) => pattern.test(text))) {
    return {
      ...base,
      kind: 'overflow',
      message: `The conversation is too long for this model${sizes(text)}. Continue from an earlier message, or choose a model with a larger window.`,
    };
  }
  if (status === 404) {
    return {
      ...base,
      kind: 'provider',
      message: `${provider} does not know this model or address. Check the model's name and the base URL.`,
    };
  }
  if (status >= 500) {
    return {
      ...base,
      kind: 'provider',
      message: `${provider} has a problem of its own (${status}). Try again later.`,
    };
  }
  return {
    ...base,
    kind: 'provider',
    message: `${provider} refused the request${detail ? `: ${detail}` : ` (${status}).`}`,
  };
}

function sizes(text: string): string {
  const match = /([\d,]{3,}) tokens > ([\d,]{3,})/.exec(text);
  return match ? ` (${match[1]} tokens of ${match[2]})` : '';
}

function callOf(error: unknown): APICallError | null {
  if (APICallError.isInstance(error)) return error;
  if (RetryError.isInstance(error)) return callOf(error.lastError);
  if (error instanceof Error && error.cause !== undefined && error.cause !== error)
    return callOf(error.cause);
  return null;
}

/** The system's code of a broken connection, from anywhere in the chain of causes. */
function codeOf(error: unknown): string | null {
  let at: unknown = error;
  for (let depth = 0; depth < 6 && at instanceof Error; depth++) {
    const code = (at as NodeJS.ErrnoException).code;
    if (typeof code === 'string' && /^(E[A-Z]+|UND_ERR\w*)$/.test(code)) return code;
    if (at instanceof AggregateError && at.errors[0] instanceof Error) at = at.errors[0];
    else at = at.cause;
  }
  return null;
}

function textOf(call: APICallError): string {
  return `${call.message}\n${call.responseBody ?? ''}`;
}

function detailOf(call: APICallError): string {
  try {
    const body = JSON.parse(call.responseBody ?? '');
    const said = body?.error?.message ?? body?.[0]?.error?.message ?? body?.message ?? body?.error;
    if (typeof said === 'string') return said;
  } catch {
    // Not JSON: the message that the SDK made of it is what there is.
  }
  return call.message;
}

function clean(text: string, secrets: readonly string[]): string {
  let out = text.slice(0, 2_000);
  for (const secret of secrets) if (secret.length > 3) out = out.replaceAll(secret, '…');
  return out.replace(/\b(sk|key|AIza)[-_][\w-]{12,}/g, '$1-…');
}
