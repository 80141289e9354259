import { stringify } from 'csv-stringify/sync';

/** The value of a CSV field; null is an empty field. */
export type CsvValue = string | number | boolean | null;

/**
 * CSV records (RFC 4180). A text that a spreadsheet would interpret as a formula gets a leading apostrophe
 * (owasp.org/www-community/attacks/CSV_Injection). Negative numbers do not change.
 */
export const csvRecords = (records: readonly (readonly CsvValue[])[]): string =>
  stringify([...records], {
    record_delimiter: 'windows',
    // RFC 4180 also requires quotes for bare line breaks.
    quoted_match: /[\r\n]/,
    escape_formulas: true,
    cast: {
      boolean: String,
      string: (text) => (/^-\d+(\.\d+)?$/.test(text) ? { value: text, escape_formulas: false } : text),
    },
  });
