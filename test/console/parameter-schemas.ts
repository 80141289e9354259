import type { Schema } from '../../console/src/agents/parameters.ts';

const text = { type: 'string' };

/** Schemas of tools that the form shows, with words that it has no fields for. */
export const editedSchemas: Readonly<Record<string, Schema>> = {
  'fields of each type': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    title: 'Booking',
    required: ['day', 'persons'],
    properties: {
      day: { description: 'The day', type: 'string', format: 'date', examples: ['2026-11-28'] },
      service: { type: 'string', enum: ['cleaning', 'check-up'], default: 'cleaning' },
      persons: { type: 'integer', minimum: 1, maximum: 6 },
      rate: { type: 'number', enum: [0.5, 1] },
      urgent: { type: 'boolean', description: '' },
    },
    additionalProperties: false,
  },
  'objects and lists': {
    type: 'object',
    properties: {
      caller: {
        type: 'object',
        properties: {
          name: text,
          address: { type: 'object', properties: { city: text }, required: ['city'] },
        },
        required: [],
      },
      tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, maxItems: 3 },
      guests: { type: 'array', items: { type: 'object', properties: { name: text }, required: ['name'] } },
      anything: { type: 'array' },
    },
  },
  'no type of its own': { properties: { name: text } },
  'required before its fields': { required: ['name'], type: 'object', properties: { name: text } },
};

const withField = (field: unknown): Schema => ({ type: 'object', properties: { field } });

/** Schemas that say something which the form has no fields for, and which changes what it would show. */
export const jsonSchemas: Readonly<Record<string, Schema>> = {
  'a choice of schemas': { type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }] },
  'a reference': { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: text } },
  'several types': withField({ type: ['string', 'null'] }),
  'no type': withField({ description: 'Anything' }),
  'true in place of a schema': withField(true),
  'null among the values': withField({ type: 'string', enum: ['a', null] }),
  'a value with a line break': withField({ type: 'string', enum: ['a\nb'] }),
  'a value with a space at its end': withField({ type: 'string', enum: ['a '] }),
  'values of a boolean': withField({ type: 'boolean', enum: [true] }),
  'no values at all': withField({ type: 'string', enum: [] }),
  'a constant': withField({ type: 'string', const: 'a' }),
  'lists of lists': withField({ type: 'array', items: { type: 'array', items: text } }),
  'a list of a schema for each place': withField({ type: 'array', prefixItems: [text] }),
  'a required field without a schema': { type: 'object', properties: {}, required: ['gone'] },
  'another type than an object': { type: 'array', items: text },
  'a choice inside an object': withField({ type: 'object', properties: {}, oneOf: [{}] }),
};
