/**
 * Patterns that no log line may contain, in any request. Tests put the word `canary` into everything that is
 * kept.
 */
const forbidden: Readonly<Record<string, RegExp>> = {
  'an API key': /vap_[0-9A-Za-z]{49}/,
  'a signed link': /X-Amz-(Signature|Credential)/i,
  'a phone number': /\+\d{7,15}\b/,
  'what was said or written': /canary/i,
};

/** The forbidden pattern that a log line contains; undefined if there is none. */
export const indiscretionOf = (line: string): string | undefined =>
  Object.entries(forbidden).find(([, pattern]) => pattern.test(line))?.[0];
