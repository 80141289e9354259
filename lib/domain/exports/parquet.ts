import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { toBillionths } from '../usage/figures.ts';
import type { Column, ColumnType } from './columns.ts';

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];

/** The Parquet type of each type of column (github.com/apache/parquet-format/blob/master/LogicalTypes.md). */
const elements: Readonly<Record<ColumnType, Omit<SchemaElement, 'name'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  // Parquet's JSON type is avoided because Athena does not support it. Every engine can parse text.
  json: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  double: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  timestamp: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  decimal: {
    type: 'FIXED_LEN_BYTE_ARRAY',
    type_length: 16,
    converted_type: 'DECIMAL',
    precision: 38,
    scale: 9,
  },
};

const schemaOf = <Row>(columns: readonly Column<Row>[]): SchemaElement[] => [
  { name: 'root', num_children: columns.length },
  ...columns.map(({ name, type }) => ({ name, repetition_type: 'OPTIONAL' as const, ...elements[type] })),
];

type Cell = string | number | bigint | boolean | Date | null;

const cellOf = <Row>(column: Column<Row>, row: Row): Cell => {
  switch (column.type) {
    case 'integer': {
      const value = column.of(row);
      return value === null ? null : BigInt(value);
    }
    case 'timestamp': {
      const value = column.of(row);
      return value === null ? null : new Date(value);
    }
    case 'decimal': {
      const value = column.of(row);
      return value === null ? null : toBillionths(value);
    }
    case 'json': {
      const value = column.of(row);
      return value === null || value === undefined ? null : JSON.stringify(value);
    }
    default:
      return column.of(row);
  }
};

/**
 * The text in memory, in characters, at which a group of rows is written. It keeps memory independent of the
 * number of rows.
 */
const maxGroupLength = 8_000_000;
const maxGroupRows = 20_000;

const lengthOf = (cell: Cell): number => (typeof cell === 'string' ? cell.length : 8);

/** Rows as Parquet, compressed with Snappy, one group of rows after the other. */
export async function* encodeParquet<Row>(
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Buffer> {
  const bytes = new ByteWriter();
  const file = new ParquetWriter({
    writer: bytes,
    schema: schemaOf(columns),
    createdBy: 'voice-agent-platform',
  });
  const written = (): Buffer => {
    const chunk = Buffer.from(bytes.getBytes());
    bytes.index = 0;
    return chunk;
  };
  let cells: Cell[][] = columns.map(() => []);
  let rows = 0;
  let length = 0;
  const writeGroup = async (): Promise<Buffer> => {
    const columnData = columns.map(({ name }, at) => ({ name, data: cells[at] ?? [] }));
    cells = columns.map(() => []);
    await file.write({ columnData, rowGroupSize: rows });
    rows = 0;
    length = 0;
    return written();
  };

  for await (const page of pages) {
    for (const row of page) {
      for (const [at, column] of columns.entries()) {
        const cell = cellOf(column, row);
        cells[at]?.push(cell);
        length += lengthOf(cell);
      }
      rows += 1;
      if (rows === maxGroupRows || length >= maxGroupLength) yield await writeGroup();
    }
  }
  if (rows > 0) yield await writeGroup();
  await file.finish();
  yield written();
}
