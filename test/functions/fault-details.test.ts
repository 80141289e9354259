import { expect, test } from 'vitest';
import { organization, platform } from '../fixtures.ts';

const { key } = await organization();

const faultsOf = async (path: string, body?: unknown) => {
  const response = await fetch(`${platform.base_url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { errors = [] } = (await response.json()) as { errors?: Record<string, string>[] };
  return errors.map(({ pointer, parameter, code, detail }) => `${pointer ?? parameter} ${code}: ${detail}`);
};

test('the details of faults are predicates of the field that they name', async () => {
  const agent = {
    name: '',
    prompt: 5,
    language: null,
    voice: { speed: '1' },
    model: { temperature: 9, max_tokens: 1.5 },
    tools: {},
    colour: 'red',
  };
  expect((await faultsOf('/v1/agents', agent)).sort()).toEqual([
    '/colour unknown: is not a known field',
    '/model/max_tokens invalid_type: must be a whole number',
    '/model/temperature too_big: must be at most 2',
    '/name too_small: must have at least 1 character',
    '/prompt invalid_type: must be a string, not a number',
    '/tools invalid_type: must be an array, not an object',
    '/voice/speed invalid_type: must be a number, not a string',
  ]);
  const webhook = { url: 'https://crm.example.com', events: ['nothing'], payload: 'all', per_second: 0 };
  expect((await faultsOf('/v1/webhooks', webhook)).sort()).toEqual([
    expect.stringMatching(/^\/events\/0 invalid_value: must be one of "\*", "client.created", /),
    '/payload invalid_value: must be one of "full", "thin"',
    '/per_second too_small: must be at least 1',
  ]);
  expect(await faultsOf('/v1/conversations?order=up&color=red')).toEqual([
    'color unknown: is not a parameter of this route',
    'order invalid_value: must be one of "asc", "desc"',
  ]);
});

test('a missing field is a fault of the code required, also where only some values are allowed', async () => {
  expect(await faultsOf('/v1/clients', {})).toEqual([
    '/name required: is missing',
    '/type required: is missing',
  ]);
});
