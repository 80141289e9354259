interface Projection {
  readonly ProjectionExpression: string;
  readonly ExpressionAttributeNames: Readonly<Record<string, string>>;
}

/** Makes DynamoDB return only these attributes and the keys, which takes less time but costs the same. */
export const projection = (attributes: readonly string[]): Projection => ({
  ProjectionExpression: ['#pk', '#sk', ...attributes.map((_, at) => `#a${at}`)].join(', '),
  ExpressionAttributeNames: {
    '#pk': 'pk',
    '#sk': 'sk',
    ...Object.fromEntries(attributes.map((name, at) => [`#a${at}`, name])),
  },
});
