import { describe, expect, test } from 'vitest';
import type { Schema } from '../../console/src/agents/parameters.ts';
import {
  isShown,
  ofType,
  parametersOf,
  valuesAsText,
  valuesIn,
  withKeyword,
  withParameters,
} from '../../console/src/agents/parameters.ts';
import { editedSchemas, jsonSchemas } from './parameter-schemas.ts';

/** The schema as it is after each of its parameters was set to what it is. */
const openedAndSaved = (schema: Schema): Schema => {
  const parameters = parametersOf(schema).map((parameter) => {
    const { schema: of } = parameter;
    const inside = of.type === 'object' ? openedAndSaved(of) : of;
    const described = withKeyword(inside, 'description', inside.description);
    const values = valuesIn('string', valuesAsText(described));
    return {
      ...parameter,
      schema: of.type === 'string' ? withKeyword(described, 'enum', values) : described,
    };
  });
  return withParameters(schema, parameters);
};

describe('The form of a schema', () => {
  test.for(Object.entries(editedSchemas))('shows %s, and leaves it as it is', ([, schema]) => {
    expect(isShown(schema)).toBe(true);
    const saved = openedAndSaved(schema);
    expect(JSON.stringify(saved)).toBe(JSON.stringify(schema));
  });

  test.for(Object.entries(jsonSchemas))('does not show %s, which it would not show whole', ([, schema]) => {
    expect(isShown(schema)).toBe(false);
  });

  test('takes only values of the type', () => {
    expect(valuesIn('integer', ' 1\n\n2 \n')).toEqual([1, 2]);
    expect(valuesIn('integer', '1\n2.5')).toBeNull();
    expect(valuesIn('number', '1\n2.5')).toEqual([1, 2.5]);
    expect(valuesIn('number', 'one')).toBeNull();
    expect(valuesIn('string', '1\ntwo')).toEqual(['1', 'two']);
    expect(valuesIn('string', ' \n')).toBeUndefined();
  });

  test('of another type keeps the words, and nothing that is of the type before', () => {
    const before = { type: 'string', description: 'The day', format: 'date', enum: ['monday'] };
    expect(ofType('integer', before)).toEqual({ type: 'integer', description: 'The day' });
    expect(ofType('array', before)).toEqual({
      type: 'array',
      description: 'The day',
      items: { type: 'string' },
    });
  });

  test('requires what is chosen, and says nothing of it otherwise', () => {
    const schema = { type: 'object', properties: { day: { type: 'string' } }, required: ['day'] };
    const parameters = parametersOf(schema).map((one) => ({ ...one, required: false }));
    expect(withParameters(schema, parameters)).toEqual({ type: 'object', properties: schema.properties });
  });
});
