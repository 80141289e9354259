import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import type { BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import {
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Keyed } from '#lib/data/table.ts';
import type { PlatformDescription } from '#lib/local/platform.ts';
import { platform } from '../fixtures.ts';
import { eachOf } from './dialogues.ts';

const baseClientOf = (description: PlatformDescription): DynamoDBClient =>
  new DynamoDBClient({
    endpoint: description.dynamodb_endpoint,
    region: description.region,
    credentials: { accessKeyId: description.access_key_id, secretAccessKey: description.secret_access_key },
  });

const clientOf = (description: PlatformDescription): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(baseClientOf(description));

/** The table that all tests share. */
export const dynamodb = clientOf(platform);

export interface TableItem {
  readonly pk: string;
  readonly sk: string;
  readonly [attribute: string]: unknown;
}

/** Every item of a table, in the format of the low-level client: most callers need only a few of them as plain objects. */
const scan = async function* (
  description: PlatformDescription,
): AsyncGenerator<Record<string, AttributeValue>> {
  const client = baseClientOf(description);
  // This middleware prepares every item for a logger, and no logger is set.
  client.middlewareStack.remove('loggerMiddleware');
  for await (const { Items = [] } of paginateScan({ client }, { TableName: description.table })) yield* Items;
  client.destroy();
};

const readable = (item: Record<string, AttributeValue>): TableItem => unmarshall(item) as TableItem;

/** The table of a platform, to be tampered with. */
export const tableOf = (description: PlatformDescription) => {
  const client = clientOf(description);
  const { table: TableName } = description;
  const get = async (key: Keyed) => (await client.send(new GetCommand({ TableName, Key: key }))).Item;
  const put = (Item: object) => client.send(new PutCommand({ TableName, Item }));
  const remove = (key: Keyed) => client.send(new DeleteCommand({ TableName, Key: key }));
  const all = async () => {
    const items: TableItem[] = [];
    for await (const item of scan(description)) items.push(readable(item));
    return items;
  };
  return { get, put, remove, all };
};

/** As many items as DynamoDB takes in a batch. */
const batchSize = 25;

type Requests = NonNullable<BatchWriteCommandInput['RequestItems']>;

const removeAll = async (description: PlatformDescription, keys: readonly Keyed[]): Promise<void> => {
  const client = clientOf(description);
  const write = async (RequestItems: Requests): Promise<Requests> =>
    (await client.send(new BatchWriteCommand({ RequestItems }))).UnprocessedItems ?? {};
  const batches = Array.from({ length: Math.ceil(keys.length / batchSize) }, (_, at) =>
    keys.slice(at * batchSize, (at + 1) * batchSize).map((one) => ({ DeleteRequest: { Key: one } })),
  );
  await eachOf(batches, 4, async (batch) => {
    let left: Requests = { [description.table]: batch };
    while (Object.keys(left).length > 0) left = await write(left);
  });
  client.destroy();
};

/** Masks everything that may differ between two requests of the same kind. */
const masked = (text: string): string =>
  text
    .replace(/\b([a-z]+)_[0-9a-z]{26}/g, '$1')
    // A list in the order of time keeps ids without their kind.
    .replace(/\b[0-7][0-9a-z]{25}\b/g, 'id')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replace(/#[\w-]{43}\b/g, '#hash')
    // Providers number what they make.
    .replace(/\bassistant_\d+\b/g, 'assistant')
    // A request counts in the minute of its arrival.
    .replace(/\bwaiting#\d+/g, 'waiting#minute')
    .replace(/^(events|tasks)#\d/, '$1');

const ids = /\b(?:client|agent)_[0-9a-z]{26}\b/g;

interface Found {
  readonly item: TableItem;
  /** The organizations and agents that it names. */
  readonly names: ReadonlySet<string>;
}

/** A summary of an item without its own values: its key, its version and its counts. */
const traceOf = ({ pk, sk, type, version, turns, agents, ...counted }: TableItem): string => {
  // A deployment notes each step of each attempt.
  const noted = sk.startsWith('deployment#') ? undefined : version;
  const counts = { type: pk.startsWith('events#') ? type : undefined, version: noted, turns, agents };
  const { api_keys, children, documents, bytes, total_agents, total_api_keys, total_children } = counted;
  const totals = { total_agents, total_api_keys, total_children };
  return masked(
    `${pk} ${sk} ${JSON.stringify({ ...counts, api_keys, children, documents, bytes, ...totals })}`,
  );
};

/**
 * Takes from a table what there is because of each organization and its agents: the key of each item without what is its own,
 * with its version and what it counts. Two organizations that have done the same have the same. The items are removed, so that
 * the next look has less to read.
 */
export const takeTracesOf = async (
  description: PlatformDescription,
  organizations: readonly string[],
): Promise<string[][]> => {
  const found: Found[] = [];
  for await (const item of scan(description)) {
    // That a key was used is noted beside the request, as well as may be.
    if (item.pk?.S?.startsWith('last_use#')) continue;
    // Requests that wait are counted by the minute, and a minute may end between two of them.
    if (item.pk?.S?.startsWith('rate#') && item.sk?.S?.startsWith('waiting#')) continue;
    const names = new Set(JSON.stringify(item).match(ids));
    if (names.size > 0) found.push({ item: readable(item), names });
  }
  const owned = organizations.map((id) => {
    // Items of an agent name the agent, but not always the organization.
    const agents = found
      .filter(({ item, names }) => item.pk.startsWith('agent#') && names.has(id))
      .map(({ item }) => item.pk.slice('agent#'.length));
    return found.filter(({ names }) => [id, ...agents].some((owner) => names.has(owner)));
  });
  const keys = [...new Set(owned.flat())].map(({ item: { pk, sk } }) => ({ pk, sk }));
  await removeAll(description, keys);
  return owned.map((items) => items.map(({ item }) => traceOf(item)).sort());
};

/** Everything in the table that mentions a text. */
export const allItems = async (mentioning: string): Promise<TableItem[]> => {
  const found: TableItem[] = [];
  for await (const item of scan(platform)) {
    if (JSON.stringify(item).includes(mentioning)) found.push(readable(item));
  }
  return found;
};
