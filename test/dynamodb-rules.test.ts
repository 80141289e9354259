import { expect, test } from 'vitest';
import { rulesBrokenBy } from './support/dynamodb-rules.ts';

/*
 * The rules that every request of the suite is held to: each request here is one that DynamoDB refuses and
 * the embedded one lets pass.
 */

const key = (pk: string, sk: string) => ({ pk: { S: pk }, sk: { S: sk } });
const query = {
  TableName: 't',
  KeyConditionExpression: 'pk = :pk AND sk BETWEEN :low AND :high',
  ExpressionAttributeValues: { ':pk': { S: 'a' }, ':low': { S: 'b' }, ':high': { S: 'd' } },
};

test('requests that DynamoDB accepts break no rule', () => {
  for (const [operation, input] of [
    ['Query', query],
    ['Query', { ...query, ExclusiveStartKey: key('a', 'c') }],
    ['PutItem', { Item: { ...key('a', 'b'), f1: { S: 'x'.repeat(2048) }, data: { S: '' } } }],
    ['BatchGetItem', { RequestItems: { t: { Keys: [key('a', 'b'), key('a', 'c')] } } }],
    [
      'TransactWriteItems',
      { TransactItems: [{ Put: { Item: key('a', 'b') } }, { Delete: { Key: key('a', 'c') } }] },
    ],
  ] as const) {
    expect(rulesBrokenBy(operation, JSON.stringify(input))).toEqual([]);
  }
});

test.for([
  [
    'a key of an index that is too long',
    'PutItem',
    { Item: { ...key('a', 'b'), f1: { S: 'x'.repeat(2049) } } },
  ],
  ['a sort key that is too long', 'PutItem', { Item: key('a', 'é'.repeat(513)) }],
  ['a key of an index that is empty', 'PutItem', { Item: { ...key('a', 'b'), name_key: { S: '' } } }],
  ['an item that is too large', 'PutItem', { Item: { ...key('a', 'b'), data: { S: 'x'.repeat(409_600) } } }],
  [
    'an empty string in a key condition',
    'Query',
    { ...query, ExpressionAttributeValues: { ...query.ExpressionAttributeValues, ':pk': { S: '' } } },
  ],
  ['a start outside the range', 'Query', { ...query, ExclusiveStartKey: key('a', 'e') }],
  ['a start of another partition', 'Query', { ...query, ExclusiveStartKey: key('z', 'c') }],
  [
    'a start without the keys of the index',
    'Query',
    { ...query, IndexName: 'by_name', ExclusiveStartKey: key('a', 'c') },
  ],
  [
    'a range the wrong way round',
    'Query',
    { ...query, ExpressionAttributeValues: { ...query.ExpressionAttributeValues, ':low': { S: 'z' } } },
  ],
  ['a consistent read of an index', 'Query', { ...query, IndexName: 'by_f1', ConsistentRead: true }],
  [
    'a value that is not used',
    'TransactWriteItems',
    {
      TransactItems: [
        {
          Put: {
            Item: key('a', 'b'),
            ConditionExpression: 'x = :x',
            ExpressionAttributeValues: { ':x': { N: '1' }, ':y': { N: '2' } },
          },
        },
      ],
    },
  ],
  [
    'a name that is not given',
    'UpdateItem',
    { Key: key('a', 'b'), UpdateExpression: 'SET #a = :a', ExpressionAttributeValues: { ':a': { N: '1' } } },
  ],
  [
    '101 operands of IN',
    'Query',
    { ...query, FilterExpression: `x IN (${Array.from({ length: 101 }, () => ':pk').join()})` },
  ],
  [
    'an item twice in a transaction',
    'TransactWriteItems',
    { TransactItems: [{ Put: { Item: key('a', 'b') } }, { Delete: { Key: key('a', 'b') } }] },
  ],
  [
    '101 items in a transaction',
    'TransactWriteItems',
    { TransactItems: Array.from({ length: 101 }, (_, at) => ({ Put: { Item: key('a', `${at}`) } })) },
  ],
  [
    '26 writes in a batch',
    'BatchWriteItem',
    {
      RequestItems: {
        t: Array.from({ length: 26 }, (_, at) => ({ PutRequest: { Item: key('a', `${at}`) } })),
      },
    },
  ],
] as const)('%s breaks a rule', ([, operation, input]) => {
  expect(rulesBrokenBy(operation, JSON.stringify(input))).toHaveLength(1);
});
