import { expect, test } from 'vitest';
import { csvRecords } from '#lib/domain/csv.ts';
import { toCsv } from '../../../console/src/api/csv.ts';

/*
 * A spreadsheet runs a cell that begins like a formula, and where a cell begins depends on its settings: in
 * much of Europe, it separates by semicolons and takes no notice of the quotes around a field that does not
 * begin its line.
 */

const begins = /^[\s"]*[=+\-@＝＋－＠]/;

/**
 * The cells that a spreadsheet could see, by what it separates at, in a line that begins with another field.
 */
const cellsOf = (record: string): string[] =>
  [/[;\r\n]/, /[\t\r\n]/, /[\r\n]/].flatMap((separator) => record.slice('first,'.length).split(separator));

const attacks = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1)',
  '＝1+1',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  ' =1+1',
  'a;=1+1',
  'a; =1+1',
  'a\t=1+1',
  'a\n=1+1',
  'a\r\n@SUM(1)',
  'a;"=1+1',
  '";=HYPERLINK("https://evil.example")',
  '";;=1+1;"',
  'a;-2+3+cmd',
];

test.for(attacks)('%j begins no cell as a formula, in CSV of the API and of the console', (attack) => {
  for (const written of [csvRecords([['first', attack, 'last']]), toCsv([['first', attack, 'last']])]) {
    expect(cellsOf(written).filter((cell) => begins.test(cell))).toEqual([]);
  }
});

test.for([
  '',
  'Hello',
  '-5',
  '-0.25',
  'a-b',
  'a = b',
  'x,-y',
  '{"a":[1,-2]}',
  'one;two',
  'Line one\nLine two',
])('%j stays as it is', (text) => {
  const plain = (csv: string) =>
    csv
      .replace(/\r\n$/, '')
      .replaceAll('""', '"')
      .replace(/^"(.*)"$/s, '$1');
  for (const written of [csvRecords([[text]]), toCsv([[text]])]) expect(plain(written)).toBe(text);
});
