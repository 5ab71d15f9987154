/** Events from one place to any number of listeners that read at their own speed. */

export class Channel<T> {
  private readonly subscribers = new Set<(event: T) => void>();

  publish(event: T): void {
    for (const subscriber of this.subscribers) subscriber(event);
  }

  /** Number of listeners, for tests of leaks. */
  get size(): number {
    return this.subscribers.size;
  }

  /** Everything published from this call on, in order, until the signal or the reader ends it. */
  subscribe(signal?: AbortSignal): AsyncGenerator<T, void, void> {
    const waiting: T[] = [];
    let wake: (() => void) | null = null;
    const receive = (event: T): void => {
      waiting.push(event);
      wake?.();
    };
    const end = (): void => wake?.();
    // Listening begins now, not at the first read.
    this.subscribers.add(receive);
    signal?.addEventListener('abort', end, { once: true });
    const subscribers = this.subscribers;
    return (async function* () {
      try {
        while (!signal?.aborted) {
          while (waiting.length > 0) yield waiting.shift()!;
          if (signal?.aborted) return;
          await new Promise<void>((resolve) => {
            wake = resolve;
            if (waiting.length > 0 || signal?.aborted) resolve();
          });
          wake = null;
        }
      } finally {
        subscribers.delete(receive);
        signal?.removeEventListener('abort', end);
      }
    })();
  }
}
