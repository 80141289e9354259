import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Item } from '#lib/data/table.ts';
import { createTableInput } from '#lib/local/create-table.ts';
import { findBinary } from '#lib/local/dynamodb.ts';

const fileBytes = 64 * 1024 * 1024;

/** An item as a line of an export of DynamoDB's. */
const lineOf = (item: Item): string => {
  const attributes = marshall(item, { removeUndefinedValues: true });
  const Item = Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      value.B ? { B: Buffer.from(value.B).toString('base64') } : value,
    ]),
  );
  return JSON.stringify({ Item });
};

const writeExport = async (directory: string, items: AsyncIterable<Item>): Promise<void> => {
  let file = 0;
  let buffered: string[] = [];
  let bytes = 0;
  const flush = async () => {
    const stream = createWriteStream(join(directory, `${String(file).padStart(5, '0')}.json`));
    stream.end(`${buffered.join('\n')}\n`);
    await once(stream, 'finish');
    file += 1;
    buffered = [];
    bytes = 0;
  };
  for await (const item of items) {
    const line = lineOf(item);
    buffered.push(line);
    bytes += line.length;
    if (bytes > fileBytes) await flush();
  }
  if (buffered.length > 0) await flush();
};

/** Loads items into a new database file, by way of an export: many times faster than writing them. */
export const loadTable = async (
  tableName: string,
  directory: string,
  items: AsyncIterable<Item>,
): Promise<void> => {
  const source = join(directory, 'export');
  const data = join(source, tableName, 'data');
  await mkdir(data, { recursive: true });
  await writeExport(data, items);
  const schema = join(directory, 'schema.json');
  const { BillingMode, ...definition } = createTableInput(tableName);
  await writeFile(schema, JSON.stringify({ Table: { ...definition, BillingModeSummary: { BillingMode } } }));
  const output = join(directory, 'dynamodb.sqlite');
  execFileSync(
    findBinary() ?? '',
    ['import', '--source', source, '--schema', schema, '--output', output, '--force'],
    {
      stdio: 'pipe',
    },
  );
  await rm(source, { recursive: true });
};
