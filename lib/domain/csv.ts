import { stringify } from 'csv-stringify/sync';

/** What a field of CSV can be; null is an empty field. */
export type CsvValue = string | number | boolean | null;

/**
 * Records of CSV (RFC 4180). A text that a spreadsheet would take for a formula gets an apostrophe before it
 * (owasp.org/www-community/attacks/CSV_Injection); negative numbers stay what they are.
 */
export const csvRecords = (records: readonly (readonly CsvValue[])[]): string =>
  stringify([...records], {
    record_delimiter: 'windows',
    // RFC 4180 has no bare line breaks either.
    quoted_match: /[\r\n]/,
    escape_formulas: true,
    cast: {
      boolean: String,
      string: (text) => (/^-\d+(\.\d+)?$/.test(text) ? { value: text, escape_formulas: false } : text),
    },
  });
