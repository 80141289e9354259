/** A JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>;

export const parameterTypes = ['string', 'number', 'integer', 'boolean', 'array', 'object'] as const;

export type ParameterType = (typeof parameterTypes)[number];

/** The types of parameters of which one of some values can be asked for. */
const withValues: readonly ParameterType[] = ['string', 'number', 'integer'];

/** A parameter of an object, which has others inside if it is an object itself. */
export interface Parameter {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown): boolean => value === undefined || typeof value === 'string';

/** Keywords with a meaning that the form has no fields for: what is shown without them would be wrong. */
const beyondForm = [
  ...['$ref', '$dynamicRef', '$defs', 'definitions', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'],
  ...['const', 'patternProperties', 'propertyNames', 'dependentSchemas', 'dependentRequired', 'dependencies'],
  ...['prefixItems', 'contains', 'unevaluatedItems', 'unevaluatedProperties'],
];

const isPlain = (schema: Schema): boolean => beyondForm.every((keyword) => !Object.hasOwn(schema, keyword));

export const typeOf = ({ type }: Schema): ParameterType => type as ParameterType;

/** The schema in which the parameters inside a parameter are: its own, or that of its items. */
export const insideOf = (schema: Schema): Schema | undefined => {
  if (schema.type === 'object') return schema;
  const { items } = schema;
  return schema.type === 'array' && isSchema(items) && items.type === 'object' ? items : undefined;
};

const isValue = (type: unknown, value: unknown): boolean =>
  type === 'string'
    ? typeof value === 'string' && value.trim() === value && value !== '' && !value.includes('\n')
    : typeof value === 'number' && (type === 'number' ? Number.isFinite(value) : Number.isInteger(value));

const hasShownValues = ({ type, enum: values }: Schema): boolean =>
  values === undefined ||
  (withValues.some((one) => one === type) &&
    Array.isArray(values) &&
    values.length > 0 &&
    values.every((value) => isValue(type, value)));

const isShownParameter = (value: unknown): boolean => {
  if (!isSchema(value) || !isPlain(value) || !isText(value.description) || !hasShownValues(value))
    return false;
  const { type, items } = value;
  if (!parameterTypes.some((one) => one === type)) return false;
  if (type === 'object') return isShown(value);
  if (type !== 'array' || items === undefined) return true;
  return isShownParameter(items) && (items as Schema).type !== 'array';
};

/** Whether the form can show all that a schema of an object asks for. */
export const isShown = (schema: Schema): boolean => {
  const { type, properties = {}, required = [] } = schema;
  return (
    isPlain(schema) &&
    (type === 'object' || type === undefined) &&
    isSchema(properties) &&
    Object.values(properties).every(isShownParameter) &&
    Array.isArray(required) &&
    required.every((name) => typeof name === 'string' && Object.hasOwn(properties, name))
  );
};

export const parametersOf = ({ properties = {}, required = [] }: Schema): Parameter[] =>
  Object.entries(properties as Record<string, Schema>).map(([name, schema]) => ({
    name,
    schema,
    required: (required as readonly string[]).includes(name),
  }));

/** The schema with other parameters. Everything else that it says stays. */
export const withParameters = (schema: Schema, parameters: readonly Parameter[]): Schema => {
  const required = parameters.filter((one) => one.required).map(({ name }) => name);
  const { required: before, ...rest } = schema;
  const isKept = required.length > 0 || (Array.isArray(before) && before.length === 0);
  return {
    ...(Object.keys(schema).length === 0 && { type: 'object' }),
    ...(isKept ? schema : rest),
    properties: Object.fromEntries(parameters.map(({ name, schema: of }) => [name, of])),
    ...(isKept && { required }),
  };
};

/** The schema of another type, with the words of the one before: other keywords are of that type. */
export const ofType = (type: ParameterType, { title, description }: Schema): Schema => ({
  type,
  ...(title !== undefined && { title }),
  ...(description !== undefined && { description }),
  ...(type === 'object' && { properties: {} }),
  ...(type === 'array' && { items: { type: 'string' } }),
});

/** The schema with another value of a keyword, or without it. */
export const withKeyword = (schema: Schema, keyword: string, value: unknown): Schema => {
  const { [keyword]: _before, ...rest } = schema;
  if (value === undefined) return rest;
  return keyword in schema ? { ...schema, [keyword]: value } : { ...rest, [keyword]: value };
};

export const hasValues = ({ type }: Schema): boolean => withValues.some((one) => one === type);

/** The values that a parameter may have, one in each line; empty for any. */
export const valuesAsText = ({ enum: values }: Schema): string =>
  ((values ?? []) as readonly unknown[]).join('\n');

/** The values in a text; null if a line is none of the type. */
export const valuesIn = (type: ParameterType, text: string): readonly unknown[] | undefined | null => {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  if (lines.length === 0) return undefined;
  const values = lines.map((line) => (type === 'string' ? line : Number(line)));
  return values.every((value) => isValue(type, value)) ? values : null;
};

/** The keywords that the form has fields for: of parameters, and of what they are inside of. */
const fieldsOf = {
  parameter: ['type', 'description', 'enum', 'properties', 'required', 'items'],
  whole: ['type', 'properties', 'required'],
} as const;

/** Everything else that a schema says, which stays as it is. */
export const furtherOf = (schema: Schema, of: keyof typeof fieldsOf): string[] =>
  Object.entries(schema)
    .filter(([keyword]) => !(fieldsOf[of] as readonly string[]).includes(keyword))
    .map(([keyword, value]) => `${keyword}: ${JSON.stringify(value)}`);

/** A name that no parameter has. */
export const newName = (parameters: readonly Parameter[]): string => {
  for (let count = parameters.length + 1; ; count++) {
    const name = `parameter_${count}`;
    if (parameters.every((one) => one.name !== name)) return name;
  }
};
