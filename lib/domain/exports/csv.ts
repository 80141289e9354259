import type { CsvValue } from '../csv.ts';
import { csvRecords } from '../csv.ts';
import type { Column } from './columns.ts';

const fieldOf = <Row>(column: Column<Row>, row: Row): CsvValue => {
  if (column.type !== 'json') return column.of(row);
  const value = column.of(row);
  return value === null || value === undefined ? null : JSON.stringify(value);
};

/** Rows as CSV (RFC 4180), under the names of the columns. */
export async function* encodeCsv<Row>(
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(csvRecords([columns.map(({ name }) => name)]));
  for await (const rows of pages) {
    yield Buffer.from(csvRecords(rows.map((row) => columns.map((column) => fieldOf(column, row)))));
  }
}
