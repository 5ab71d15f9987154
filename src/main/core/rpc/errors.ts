/** Errors on their way to a caller: what we know becomes a sentence with a code, and nothing else is hidden. */
import { ORPCError, ValidationError } from '@orpc/server';
import { StoreError } from '../store';

/** Turns whatever was thrown into an error that keeps its sentence on the way through the RPC. */
export function toRpcError(error: unknown): unknown {
  if (error instanceof ORPCError) {
    if (error.code === 'BAD_REQUEST' && error.cause instanceof ValidationError) {
      const issue = error.cause.issues[0];
      const where =
        issue?.path?.map((step) => String(typeof step === 'object' ? step.key : step)).join('.') ?? '';
      return new ORPCError('BAD_REQUEST', {
        message:
          `The request was refused${where === '' ? '' : ` at “${where}”`}: ${issue?.message ?? 'its form is wrong'}.`.replace(
            /\.\.$/,
            '.',
          ),
      });
    }
    return error;
  }
  if (error instanceof StoreError) {
    const code = error.code === 'READ_ONLY' ? 'FORBIDDEN' : error.code;
    return new ORPCError(code, { message: error.message, cause: error });
  }
  if (error instanceof Error)
    return new ORPCError('INTERNAL_SERVER_ERROR', { message: error.message, cause: error });
  return error;
}
