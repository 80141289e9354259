/** The words of browsers for a request or a script that did not arrive. */
const lost = /failed to fetch|networkerror|load failed|dynamically imported module|module script failed/i;

/** Whether something was not reached: all other errors are faults of the console itself. */
export const isConnectionLost = (error: unknown): boolean =>
  (error instanceof DOMException && (error.name === 'TimeoutError' || error.name === 'AbortError')) ||
  (error instanceof TypeError && lost.test(error.message));

/** A short name of a fault: the same wherever the same error happens, so that reports can be compared. */
export const faultId = (error: unknown): string => {
  const { name = 'Error', message = String(error), stack = '' } = error instanceof Error ? error : {};
  const place = stack.split('\n').find((line) => /:\d+:\d+/.test(line)) ?? '';
  const text = `${name} ${message} ${place.replace(/https?:\/\/[^/]+/, '')}`;
  // FNV-1a: a name, not a secret.
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
};
