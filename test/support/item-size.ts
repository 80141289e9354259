/** Attributes with their values as they are sent, such as `{ S: 'text' }`. */
type Attributes = Readonly<Record<string, object>>;

const bytes = (text: unknown): number => Buffer.byteLength(String(text));

/** Binary values are text in Base64 where they are sent. */
const binary = (value: unknown): number =>
  value instanceof Uint8Array ? value.length : (bytes(value) * 3) / 4;

const numeric = (value: unknown): number => Math.ceil(String(value).replace(/\D/g, '').length / 2) + 1;

const weigh = ([type, value]: readonly [string, unknown]): number => {
  const members = (weighs: (member: unknown) => number, more: number): number =>
    (value as readonly unknown[]).reduce<number>((sum, member) => sum + weighs(member) + more, 0);
  switch (type) {
    case 'S':
      return bytes(value);
    case 'N':
      return numeric(value);
    case 'B':
      return binary(value);
    case 'SS':
      return members(bytes, 0);
    case 'NS':
      return members(numeric, 0);
    case 'BS':
      return members(binary, 0);
    case 'L':
      return 3 + members((member) => sizeOfValue(member as object), 1);
    case 'M':
      return 3 + sizeOf(value as Attributes) + Object.keys(value as Attributes).length;
    default:
      return 1;
  }
};

const sizeOfValue = (value: object): number =>
  Object.entries(value).reduce((sum, one) => sum + weigh(one), 0);

/**
 * The size of an item as DynamoDB counts it: text in UTF-8, a number one byte for two digits and one more, a
 * list or map three bytes and one for each member
 * (docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html).
 */
export const sizeOf = (item: Attributes): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + bytes(name) + sizeOfValue(value), 0);
