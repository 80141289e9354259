/** Ends a request with the caller's signal, or when the service is silent for too long. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  /** Something has arrived: the time begins again. */
  readonly renew: () => void;
  readonly end: () => void;
}

export const timeLimit = (timeoutMs: number, signal: AbortSignal | undefined): TimeLimit => {
  signal?.throwIfAborted();
  const own = new AbortController();
  const stop = () => own.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  const begin = () =>
    setTimeout(
      () => own.abort(new DOMException(`No answer within ${timeoutMs} ms`, 'TimeoutError')),
      timeoutMs,
    );
  let timer = begin();
  return {
    signal: own.signal,
    renew: () => {
      clearTimeout(timer);
      timer = begin();
    },
    end: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    },
  };
};
