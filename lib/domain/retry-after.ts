/**
 * The delay that a `Retry-After` header requests, in milliseconds; undefined if it is neither seconds nor a
 * date (RFC 9110, section 10.2.3).
 */
export const retryAfterMs = (header: string | undefined, now = Date.now()): number | undefined => {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
};
