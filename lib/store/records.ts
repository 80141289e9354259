import type { Item } from './table.ts';

/*
 * Objects of the API are stored as JSON text, which is returned exactly as it was sent. As attributes, they
 * would be subject to DynamoDB's limits (numbers of 38 digits up to 1E+125, 32 levels).
 */

/** An item's attributes from an entity's fields, with the named ones as JSON text. */
export const pack = <T extends object>(
  entity: T,
  json: readonly (keyof T & string)[],
): Record<string, unknown> => {
  const packed = { ...entity } as Record<string, unknown>;
  for (const name of json) if (packed[name] !== null) packed[name] = JSON.stringify(packed[name]);
  return packed;
};

/**
 * The size of an item, of which DynamoDB allows 400 KB: names and values in UTF-8
 * (docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html).
 */
export const bytesOf = (item: Item): number =>
  Object.entries(item).reduce((sum, [name, value]) => {
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    return sum + Buffer.byteLength(name) + Buffer.byteLength(text);
  }, 0);

/** An entity's fields from an item's attributes. */
export const unpack = <T extends object>(item: Item, json: readonly (keyof T & string)[]): T => {
  const { pk: _pk, sk: _sk, shape: _shape, ...fields } = item as Record<string, unknown>;
  for (const name of json) {
    if (typeof fields[name] === 'string') fields[name] = JSON.parse(fields[name]);
  }
  return fields as T;
};
