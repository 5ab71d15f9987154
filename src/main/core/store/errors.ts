/** An error that is the caller's to hear: a sentence that says what, where and what to do. */
export class StoreError extends Error {
  constructor(
    readonly code: 'NOT_FOUND' | 'CONFLICT' | 'BAD_REQUEST' | 'READ_ONLY',
    message: string,
  ) {
    super(message);
    this.name = 'StoreError';
  }
}

export function notFound(what: string, id: string): StoreError {
  return new StoreError('NOT_FOUND', `There is no ${what} with the id ${id}. It may have been deleted.`);
}
