import type { Item } from '#lib/data/table.ts';

/*
 * What an item weighs, as DynamoDB counts it
 * (docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html): names and values in UTF-8;
 * a number one byte for two digits, and one more; a list or map three bytes, and one for each member.
 */

const weigh = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(value).replace(/\D/g, '').length / 2) + 1;
  if (value === null || typeof value === 'boolean') return 1;
  if (value instanceof Uint8Array) return value.length;
  if (Array.isArray(value)) return value.reduce((sum, member) => sum + weigh(member) + 1, 3);
  if (typeof value === 'object') {
    return Object.entries(value).reduce(
      (sum, [name, member]) => sum + Buffer.byteLength(name) + weigh(member) + 1,
      3,
    );
  }
  return 0;
};

export const itemSize = (item: Item): number =>
  Object.entries(item)
    .filter(([, value]) => value !== undefined)
    .reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + weigh(value), 0);
