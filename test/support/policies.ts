import type { Resource } from './stack.ts';

/** A function's request to DynamoDB, as IAM sees it. */
export interface Access {
  readonly action: string;
  /** The index that is asked, if it is one. */
  readonly index?: string | undefined;
  readonly partitions: readonly string[];
}

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, readonly string[] | string>>>>;
}

interface Policy {
  readonly PolicyDocument: { readonly Statement: readonly Statement[] };
}

/** The statements of a function's role. */
export const statementsOf = (resources: Readonly<Record<string, Resource>>, id: string): Statement[] => {
  const beginning = `${id.replace('.', '')}Role`;
  return Object.entries(resources)
    .filter(([name, { Type }]) => /IAM::(Policy|Role)$/.test(Type) && name.startsWith(beginning))
    .flatMap(([, { Properties }]) => (Properties.Policies ?? [Properties]) as Policy[])
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
};

type Json = Readonly<Record<string, unknown>>;

const text = (value: unknown): string => (value as { S: string }).S;

/** Every part of a request that IAM looks at by itself, such as each operation of a transaction. */
export const accessesOf = (operation: string, body: string): Access[] => {
  const input = JSON.parse(body) as Json;
  const of = (action: string, key: unknown, index?: unknown): Access => ({
    action: `dynamodb:${action}`,
    index: index as string | undefined,
    partitions: [text((key as Json).pk)],
  });
  if (operation === 'TransactWriteItems') {
    return (input.TransactItems as Record<string, Json>[]).flatMap((item) =>
      Object.entries(item).map(([kind, { Key, Item }]) =>
        of(kind === 'ConditionCheck' ? 'ConditionCheckItem' : `${kind}Item`, Key ?? Item),
      ),
    );
  }
  if (operation === 'BatchWriteItem') {
    return Object.values(input.RequestItems as Record<string, Record<string, Json>[]>).flatMap((requests) =>
      requests
        .flatMap((request) => Object.values(request))
        .map(({ Item, Key }) => of(operation, Item ?? Key)),
    );
  }
  if (operation === 'BatchGetItem') {
    return Object.values(input.RequestItems as Record<string, { Keys: Json[] }>).flatMap(({ Keys }) =>
      Keys.map((key) => of(operation, key)),
    );
  }
  if (operation === 'Query') {
    const values = Object.values(input.ExpressionAttributeValues as Json).map(text);
    return [{ action: 'dynamodb:Query', index: input.IndexName as string, partitions: values }];
  }
  return [of(operation, input.Key ?? input.Item)];
};

/** As IAM compares: `*` is any number of characters. */
export const like = (value: string, pattern: string): boolean =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
    's',
  ).test(value);

const meets = (partitions: readonly string[], condition: Statement['Condition'] = {}): boolean => {
  const keys = (operator: string) => [condition[operator]?.['dynamodb:LeadingKeys'] ?? []].flat();
  const [only, never] = [keys('ForAllValues:StringLike'), keys('ForAllValues:StringNotLike')];
  return partitions.every(
    (partition) =>
      (only.length === 0 || only.some((pattern) => like(partition, pattern))) &&
      !never.some((pattern) => like(partition, pattern)),
  );
};

/** Whether IAM would let it happen. */
export const allows = (statements: readonly Statement[], { action, index, partitions }: Access): boolean =>
  statements.some(
    ({ Action, Resource: resource, Condition }) =>
      [Action].flat().includes(action) &&
      (index === undefined
        ? /^\{"Fn::GetAtt":\["StorageTable\w+","Arn"\]\}$/.test(
            JSON.stringify([resource].flat().find((one) => !JSON.stringify(one).includes('/index/'))),
          )
        : JSON.stringify(resource).includes(`/index/${index}"`)) &&
      meets(partitions, Condition),
  );
