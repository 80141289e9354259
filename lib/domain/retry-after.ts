/**
 * The delay that a `Retry-After` header requests, in milliseconds; undefined if it is neither seconds nor a
 * date (RFC 9110, section 10.2.3).
 */
export const retryAfterMs = (header: string | undefined, now = Date.now()): number | undefined => {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // `Date.parse` also accepts numbers such as 1.5.
  const date = /^[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
};
