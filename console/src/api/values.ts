import { words } from '../words/index.ts';
import { inWords } from './format.ts';

type Names = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * The value of a field in the language of the person. A value that the catalog does not know is shown as
 * words.
 */
export const valueInWords = (field: string, value: string): string =>
  (words.values as Names)[field]?.[value] ?? inWords(value);
