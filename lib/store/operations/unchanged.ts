/** Attributes of an item as they were read; undefined: the item had none. */
export type ReadAttributes = Readonly<Record<string, string | number | null | undefined>>;

/** The condition that these attributes are as they were read, and that an absent one is still absent. */
export const unchanged = (read: ReadAttributes) => {
  const attributes = Object.entries(read).map(([name, value], at) => ({ name, value, at }));
  const known = attributes.filter(({ value }) => value !== undefined);
  return {
    ConditionExpression: attributes
      .map(({ value, at }) => (value === undefined ? `attribute_not_exists(#n${at})` : `#n${at} = :v${at}`))
      .join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(attributes.map(({ name, at }) => [`#n${at}`, name])),
    ...(known.length > 0 && {
      ExpressionAttributeValues: Object.fromEntries(known.map(({ value, at }) => [`:v${at}`, value])),
    }),
  };
};
