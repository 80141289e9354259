import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { PlatformDescription } from '#lib/local/platform.ts';
import { eventShards, eventsPartition, taskShards, tasksPartition } from '#lib/store/keys.ts';
import type { ItemKey } from '#lib/store/table.ts';
import { platform } from '../fixtures.ts';

const clientOf = (description: PlatformDescription): DynamoDBDocumentClient => {
  const client = new DynamoDBClient({
    endpoint: description.dynamodb_endpoint,
    region: description.region,
    credentials: { accessKeyId: description.access_key_id, secretAccessKey: description.secret_access_key },
  });
  // This middleware prepares every item for a logger, and no logger is set.
  client.middlewareStack.remove('loggerMiddleware');
  return DynamoDBDocumentClient.from(client);
};

/** The table that all tests share. */
export const dynamodb = clientOf(platform);

export interface TableItem {
  readonly pk: string;
  readonly sk: string;
  readonly [attribute: string]: unknown;
}

interface Page {
  readonly Items: readonly Record<string, AttributeValue>[];
  readonly LastEvaluatedKey?: Record<string, AttributeValue>;
}

/**
 * Asks DynamoDB without the SDK, which takes half a minute to read as many items as the whole suite leaves.
 * Returns the answer as it is sent.
 */
export const askDynamoDb = async (
  { dynamodb_endpoint, access_key_id }: PlatformDescription,
  operation: 'Scan' | 'Query' | 'BatchWriteItem',
  input: object,
): Promise<string> => {
  const credential = `${access_key_id}/20000101/local/dynamodb/aws4_request`;
  const response = await fetch(dynamodb_endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDB_20120810.${operation}`,
      'x-amz-date': '20000101T000000Z',
      // It accepts any.
      authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host, Signature=0`,
    },
    body: JSON.stringify(input),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${operation} failed: ${text}`);
  return text;
};

/** The pages of a table or of a partition as they are sent. Nearly all mention nothing that is looked for. */
const rawPages = async function* (
  description: PlatformDescription,
  operation: 'Scan' | 'Query' = 'Scan',
  asked: object = {},
): AsyncGenerator<{ readonly text: string; readonly page: Page }> {
  const input = { TableName: description.table, ...asked };
  let ExclusiveStartKey: Page['LastEvaluatedKey'];
  do {
    const text = await askDynamoDb(description, operation, { ...input, ExclusiveStartKey });
    const page = JSON.parse(text) as Page;
    yield { text, page };
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
};

/**
 * Every item of a table, in the format of the low-level client: most callers need only a few of them as plain
 * objects.
 */
export const scan = async function* (
  description: PlatformDescription,
  asked: object = {},
): AsyncGenerator<Record<string, AttributeValue>> {
  for await (const { page } of rawPages(description, 'Scan', asked)) yield* page.Items;
};

/** Bytes are sent as Base64, and no item has any within a list or a map. */
const withBytes = (value: AttributeValue): AttributeValue =>
  'B' in value ? { B: Buffer.from(String(value.B), 'base64') } : value;

const readable = (item: Record<string, AttributeValue>): TableItem =>
  unmarshall(
    Object.fromEntries(Object.entries(item).map(([name, value]) => [name, withBytes(value)])),
  ) as TableItem;

/** The table of a platform, to be tampered with. */
export const tableOf = (description: PlatformDescription) => {
  const client = clientOf(description);
  const { table: TableName } = description;
  const get = async (key: ItemKey) => (await client.send(new GetCommand({ TableName, Key: key }))).Item;
  const put = (Item: object) => client.send(new PutCommand({ TableName, Item }));
  const remove = (key: ItemKey) => client.send(new DeleteCommand({ TableName, Key: key }));
  /** All items, or those that the table picks by a filter. */
  const all = async (asked: object = {}) => {
    const items: TableItem[] = [];
    for await (const item of scan(description, asked)) items.push(readable(item));
    return items;
  };
  /** The items of a partition that mention a text; of the others, none is made readable. */
  const itemsIn = async (pk: string, mentioning: string): Promise<TableItem[]> => {
    const asked = {
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': { S: pk } },
    };
    const items: TableItem[] = [];
    for await (const { text, page } of rawPages(description, 'Query', asked)) {
      if (!text.includes(mentioning)) continue;
      const mentioned = page.Items.filter((item) => !mentioning || JSON.stringify(item).includes(mentioning));
      items.push(...mentioned.map(readable));
    }
    return items;
  };
  /** The items of some partitions. A look at the whole table takes longer the more tests there are. */
  const partitions = async (...pks: readonly string[]): Promise<TableItem[]> =>
    (await Promise.all(pks.map((pk) => itemsIn(pk, '')))).flat();
  const shards = async (count: number, name: (shard: number) => string, mentioning: string) =>
    (await Promise.all(Array.from({ length: count }, (_, at) => itemsIn(name(at), mentioning)))).flat();
  /** The tasks that mention a text, such as an id; without one, all tasks. */
  const tasks = (mentioning = '') => shards(taskShards, tasksPartition, mentioning);
  /** The events that mention a text. */
  const events = (mentioning = '') => shards(eventShards, eventsPartition, mentioning);
  return { get, put, remove, all, partitions, tasks, events };
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
    .replace(/\bCA[0-9a-f]{32}\b/g, 'call')
    // A request counts in the minute of its arrival.
    .replace(/\bwaiting#\d+/g, 'waiting#minute')
    .replace(/^(events|tasks)#\d/, '$1');

const ids = /\b(?:client|agent)_[0-9a-z]{26}\b/g;

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
 * The traces in a table of each organization and its agents: the key of each item without what is its own,
 * with its version and what it counts. Two organizations that have done the same have the same.
 */
export const tracesOf = async (
  description: PlatformDescription,
  organizations: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const naming = new Map<string, Set<TableItem>>();
  for await (const item of scan(description)) {
    // That a key was used is noted beside the request, as well as may be.
    if (item.pk?.S?.startsWith('last_use#')) continue;
    // Requests that wait are counted by the minute, and a minute may end between two of them.
    if (item.pk?.S?.startsWith('rate#') && item.sk?.S?.startsWith('waiting#')) continue;
    const names = new Set(JSON.stringify(item).match(ids));
    if (names.size === 0) continue;
    const found = readable(item);
    for (const name of names) naming.set(name, (naming.get(name) ?? new Set()).add(found));
  }
  const itemsOf = (name: string): readonly TableItem[] => [...(naming.get(name) ?? [])];
  return new Map(
    organizations.map((id) => {
      // Items of an agent name the agent, but not always the organization.
      const agents = itemsOf(id)
        .filter(({ pk }) => pk.startsWith('agent#'))
        .map(({ pk }) => pk.slice('agent#'.length));
      const items = new Set([id, ...agents].flatMap(itemsOf));
      return [id, [...items].map(traceOf).sort()];
    }),
  );
};

interface Asked {
  readonly mentioning: string;
  readonly found: TableItem[];
  readonly resolve: (items: TableItem[]) => void;
  readonly reject: (error: unknown) => void;
}

let waiting: Asked[] = [];
let reading = false;

/** Reads the table once for everybody who waits, as reading it takes longer the more tests there are. */
const readForAll = async (): Promise<void> => {
  reading = true;
  while (waiting.length > 0) {
    const asked = waiting;
    waiting = [];
    try {
      for await (const { text, page } of rawPages(platform)) {
        const mentioned = asked.filter(({ mentioning }) => text.includes(mentioning));
        if (mentioned.length === 0) continue;
        for (const item of page.Items) {
          const one = JSON.stringify(item);
          for (const { mentioning, found } of mentioned)
            if (one.includes(mentioning)) found.push(readable(item));
        }
      }
      for (const { found, resolve } of asked) resolve(found);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
  reading = false;
};

/** Everything in the table that mentions a text, read after this call. */
export const allItems = (mentioning: string): Promise<TableItem[]> =>
  new Promise((resolve, reject) => {
    waiting.push({ mentioning, found: [], resolve, reject });
    if (!reading) void readForAll();
  });

/**
 * The items that still mention something that was removed, except audit records, which outlast it
 * (docs/decisions/audit.md).
 */
export const itemsLeft = async (of: string): Promise<TableItem[]> =>
  (await allItems(of)).filter(({ pk }) => !/^(events|tasks)#|#audit_records$/.test(pk));
