import { tableDefinition } from '#lib/store/table-definition.ts';
import { sizeOf } from './item-size.ts';

/*
 * The rules that DynamoDB enforces and the embedded one does not, as documented. The tests' proxy checks
 * every request against them, so that code which would fail in AWS fails here as well
 * (docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html).
 */

type Json = Readonly<Record<string, unknown>>;

type Item = Readonly<Record<string, Json>>;

const maxPartitionKeyBytes = 2048;
const maxSortKeyBytes = 1024;
const maxItemBytes = 400 * 1024;
const maxInOperands = 100;
const maxExpressionBytes = 4096;

const bytes = (text: unknown): number => Buffer.byteLength(String(text));

/** The attributes that are keys, of the table or of an index, with their greatest length. */
const keys = new Map(
  [tableDefinition, ...tableDefinition.indexes].flatMap(({ partitionKey, sortKey }) => [
    [partitionKey, maxPartitionKeyBytes] as const,
    [sortKey, maxSortKeyBytes] as const,
  ]),
);

const ofItem = (item: Item): string[] => [
  ...(sizeOf(item) > maxItemBytes ? [`the item ${item.pk?.S} has more than 400 KB`] : []),
  ...[...keys].flatMap(([attribute, max]) => {
    const value = item[attribute];
    if (value === undefined) return [];
    const text = value.S;
    if (typeof text !== 'string') return [`${attribute}, a key, is not a string`];
    if (text === '') return [`${attribute}, a key, is empty`];
    return bytes(text) > max ? [`${attribute}, a key, has more than ${max} bytes`] : [];
  }),
];

const expressionNames = [
  'KeyConditionExpression',
  'FilterExpression',
  'ConditionExpression',
  'UpdateExpression',
  'ProjectionExpression',
] as const;

/**
 * Names and values that are declared and not used, or used and not declared, or beyond the bounds of
 * expressions.
 */
const ofExpressions = (input: Json): string[] => {
  const expressions = expressionNames.flatMap((name) => (input[name] as string | undefined) ?? []);
  const used = new Set(expressions.flatMap((expression) => expression.match(/[:#][A-Za-z0-9_]+/g) ?? []));
  const given = [
    ...Object.keys((input.ExpressionAttributeNames ?? {}) as Json),
    ...Object.keys((input.ExpressionAttributeValues ?? {}) as Json),
  ];
  const emptyOnes = ['ExpressionAttributeNames', 'ExpressionAttributeValues'].filter(
    (name) => input[name] && Object.keys(input[name] as Json).length === 0,
  );
  return [
    ...given.filter((name) => !used.has(name)).map((name) => `${name} is given and not used`),
    ...[...used].filter((name) => !given.includes(name)).map((name) => `${name} is used and not given`),
    ...emptyOnes.map((name) => `${name} is empty`),
    ...expressions.flatMap((expression) => [
      ...(bytes(expression) > maxExpressionBytes ? ['an expression has more than 4 KB'] : []),
      ...[...expression.matchAll(/\bIN\s*\(([^)]*)\)/gi)]
        .filter(([, operands = '']) => operands.split(',').length > maxInOperands)
        .map(() => `IN has more than ${maxInOperands} operands`),
    ]),
  ];
};

interface Range {
  readonly low: string;
  readonly high: string;
}

/** The range of sort keys that a key condition asks for. */
const rangeOf = (condition: string, sortKey: string, value: (name: string) => string): Range => {
  const attribute = `(?:${sortKey}|#\\w+)`;
  const [, low, high] = new RegExp(`${attribute} BETWEEN (:\\w+) AND (:\\w+)`).exec(condition) ?? [];
  if (low && high) return { low: value(low), high: value(high) };
  const [, beginning] = new RegExp(`begins_with\\(${attribute}, (:\\w+)\\)`).exec(condition) ?? [];
  if (beginning) return { low: value(beginning), high: `${value(beginning)}\u{10ffff}` };
  const [, operator, bound] = new RegExp(`AND ${attribute} (<=|>=|<|>|=) (:\\w+)`).exec(condition) ?? [];
  if (operator && bound) {
    if (operator === '=') return { low: value(bound), high: value(bound) };
    return operator.startsWith('<')
      ? { low: '', high: value(bound) }
      : { low: value(bound), high: '\u{10ffff}' };
  }
  return { low: '', high: '\u{10ffff}' };
};

const before = (one: string, other: string): boolean =>
  Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0;

const ofQuery = (input: Json): string[] => {
  const index = tableDefinition.indexes.find(({ name }) => name === input.IndexName);
  if (input.IndexName && !index) return [`there is no index ${input.IndexName}`];
  const { partitionKey, sortKey } = index ?? tableDefinition;
  const condition = String(input.KeyConditionExpression);
  const values = (input.ExpressionAttributeValues ?? {}) as Item;
  const value = (name: string): string => String(values[name]?.S ?? '');
  const inCondition = condition.match(/:[A-Za-z0-9_]+/g) ?? [];
  const partition = value(/=\s*(:\w+)/.exec(condition)?.[1] ?? '');
  const { low, high } = rangeOf(condition, sortKey, value);
  const start = input.ExclusiveStartKey as Item | undefined;
  const startNames = [
    ...new Set([tableDefinition.partitionKey, tableDefinition.sortKey, partitionKey, sortKey]),
  ];
  const at = String(start?.[sortKey]?.S);
  return [
    ...inCondition.filter((name) => value(name) === '').map((name) => `${name} is empty in a key condition`),
    ...inCondition
      .filter(
        (name) => bytes(value(name)) > (value(name) === partition ? maxPartitionKeyBytes : maxSortKeyBytes),
      )
      .map((name) => `${name} is longer than a key can be`),
    ...(before(high, low) ? ['BETWEEN has its bounds the wrong way round'] : []),
    ...(input.ConsistentRead && index ? ['an index cannot be read consistently'] : []),
    ...(input.Limit !== undefined && Number(input.Limit) < 1 ? ['Limit is below 1'] : []),
    ...(start
      ? [
          ...(Object.keys(start).sort().join() === startNames.sort().join()
            ? []
            : [`ExclusiveStartKey has ${Object.keys(start).sort()} where ${startNames.sort()} are needed`]),
          ...(start[partitionKey]?.S === partition ? [] : ['ExclusiveStartKey is of another partition']),
          ...(before(at, low) || before(high, at)
            ? ['ExclusiveStartKey is outside the range that is asked']
            : []),
        ]
      : []),
  ];
};

const keyText = (key: Item | undefined): string => `${key?.pk?.S} ${key?.sk?.S}`;

const twice = (all: readonly string[]): string[] => all.filter((one, at) => all.indexOf(one) !== at);

const rules: Readonly<Record<string, (input: Json) => string[]>> = {
  GetItem: (input) => ofItem(input.Key as Item),
  PutItem: (input) => [...ofItem(input.Item as Item), ...ofExpressions(input)],
  UpdateItem: (input) => [...ofItem(input.Key as Item), ...ofExpressions(input)],
  DeleteItem: (input) => [...ofItem(input.Key as Item), ...ofExpressions(input)],
  Query: (input) => [...ofExpressions(input), ...ofQuery(input)],
  Scan: ofExpressions,
  BatchGetItem: (input) =>
    Object.values(input.RequestItems as Record<string, { Keys: Item[] }>).flatMap(({ Keys }) => [
      ...Keys.flatMap(ofItem),
      ...(Keys.length > 100 ? ['more than 100 keys in one call'] : []),
      ...twice(Keys.map(keyText)).map((key) => `${key} is asked for twice`),
    ]),
  BatchWriteItem: (input) =>
    Object.values(
      input.RequestItems as Record<string, { PutRequest?: { Item: Item }; DeleteRequest?: { Key: Item } }[]>,
    ).flatMap((requests) => {
      const items = requests.map(
        ({ PutRequest, DeleteRequest }) => PutRequest?.Item ?? DeleteRequest?.Key ?? {},
      );
      return [
        ...items.flatMap(ofItem),
        ...(requests.length > 25 ? ['more than 25 writes in one call'] : []),
        ...twice(items.map(keyText)).map((key) => `${key} is written twice`),
      ];
    }),
  TransactWriteItems: (input) => {
    const parts = (input.TransactItems as Record<string, Json>[]).flatMap((part) => Object.values(part));
    const items = parts.map(({ Item: item, Key }) => (item ?? Key) as Item);
    return [
      ...items.flatMap(ofItem),
      ...parts.flatMap(ofExpressions),
      ...(parts.length > 100 ? ['more than 100 items in one transaction'] : []),
      ...(items.reduce((sum, item) => sum + sizeOf(item), 0) > 4 * 1024 * 1024
        ? ['more than 4 MB in one transaction']
        : []),
      ...twice(items.map(keyText)).map((key) => `${key} is in the transaction twice`),
    ];
  },
};

/** The reasons for which DynamoDB would refuse a request. */
export const rulesBrokenBy = (operation: string, body: string): string[] =>
  rules[operation]?.(JSON.parse(body) as Json) ?? [];
