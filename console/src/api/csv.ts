/**
 * Puts an apostrophe before text that a spreadsheet could run as a formula, by the same rule as the API's
 * CSV.
 */
const formulas = /(^|[;\t\r\n])([ "]*)(?=[=+\-@＝＋－＠])/g;

const withoutFormulas = (text: string): string => {
  if (/^-\d+(\.\d+)?$/.test(text)) return text;
  const inert = text.replace(formulas, "$1$2'");
  return /^[\t\r\n]/.test(inert) ? `'${inert}` : inert;
};

const quoted = (value: unknown): string => {
  const text = value === null || value === undefined ? '' : String(value);
  const safe = withoutFormulas(text);
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Rows as CSV (RFC 4180). */
export const toCsv = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
