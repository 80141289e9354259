/** A call ends with the problem if the server asks for a longer pause. */
export const longestPauseMs = 60_000;

const passing = new Set([408, 429, 500, 502, 503, 504]);

export const mayPass = (response: Response): boolean =>
  passing.has(response.status) || (response.status === 409 && response.headers.has('retry-after'));

/**
 * The milliseconds of a `Retry-After` in seconds or as a date. The server’s own clock counts, if it is known.
 */
const askedMs = (headers: Headers): number | undefined => {
  const asked = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(asked)) return Number(asked) * 1000;
  // `Date.parse` also accepts numbers such as 1.5.
  const until = /^[a-z]{3}/i.test(asked) ? Date.parse(asked) : Number.NaN;
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  return Number.isNaN(until) ? undefined : Math.max(0, until - now);
};

/**
 * The pause that the server asks for, or one that doubles, with jitter so that clients do not return all at
 * once.
 */
export const pauseMs = (attempt: number, response: Response | undefined): number =>
  (response && askedMs(response.headers)) ?? Math.min(8000, 250 * 2 ** attempt) * (0.5 + Math.random() / 2);

export const sleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
