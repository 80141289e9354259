import { stringify } from 'csv-stringify/sync';

/** The value of a CSV field; null is an empty field. */
export type CsvValue = string | number | boolean | null;

/**
 * Matches the beginning of a cell with a formula. Spreadsheets that separate by semicolons or tabs ignore the
 * quotes, so a cell can begin within a field.
 */
const formulas = /(^|[;\t\r\n])([ "]*)(?=[=+\-@＝＋－＠])/g;
const isNumber = /^-\d+(\.\d+)?$/;

/**
 * A text in which an apostrophe precedes each part that a spreadsheet could run as a formula
 * (owasp.org/www-community/attacks/CSV_Injection). Negative numbers do not change. `console/src/api/csv.ts`
 * has the same rule.
 */
const withoutFormulas = (text: string): string => {
  if (isNumber.test(text)) return text;
  const inert = text.replace(formulas, "$1$2'");
  return /^[\t\r\n]/.test(inert) ? `'${inert}` : inert;
};

/** CSV records (RFC 4180). */
export const csvRecords = (records: readonly (readonly CsvValue[])[]): string =>
  stringify([...records], {
    record_delimiter: 'windows',
    // RFC 4180 also requires quotes for bare line breaks. Others split at semicolons and tabs.
    quoted_match: /[\r\n;\t]/,
    cast: { boolean: String, string: withoutFormulas },
  });

/** A column of a table: its name, and its value in a row. */
export type CsvColumn<R> = readonly [name: string, valueIn: (row: R) => CsvValue];

/** A table as CSV, with the names of its columns. */
export const csvTable = <R>(columns: readonly CsvColumn<R>[], rows: readonly R[]): string =>
  csvRecords([
    columns.map(([name]) => name),
    ...rows.map((row) => columns.map(([, valueIn]) => valueIn(row))),
  ]);
