import { expect, test } from 'vitest';
import { organization, problemOf, refusalOf, suspend, unknownId } from '../../fixtures.ts';

const criteria = [{ name: 'greeting', kind: 'contains' as const, texts: ['hello'] }];

test('an analyzer says what each of its criteria needs', async () => {
  const { api } = await organization();
  const body = {
    name: 'Incomplete',
    criteria: [
      { name: 'judged', kind: 'judge' as const },
      { name: 'scored', kind: 'score' as const, instruction: 'Polite', min: 5, max: 1 },
      { name: 'searched', kind: 'pattern' as const, pattern: '(a' },
    ],
    fields: [{ name: 'topic', type: 'enum' as const }],
  };
  const { errors } = await problemOf(api.analyzers.create({ body }));
  expect(errors?.map(({ pointer }) => pointer)).toEqual([
    '/criteria/0/instruction',
    '/criteria/1/max',
    '/fields/0/values',
  ]);
  const wellFormed = {
    name: 'Pattern',
    criteria: [{ name: 'searched', kind: 'pattern' as const, pattern: '(a' }],
  };
  const fault = (await problemOf(api.analyzers.create({ body: wellFormed }))).errors?.[0];
  expect(fault).toMatchObject({ pointer: '/criteria/0/pattern', code: 'invalid_format' });
});

test('an organization has ten analyzers, and none while it is suspended', async () => {
  const org = await organization();
  const create = () => org.api.analyzers.create({ body: { name: 'One', criteria } });
  for (let at = 0; at < 10; at += 1) await create();
  expect(await refusalOf(create())).toBe('409 quota_exceeded');
  const elsewhere = { body: { name: 'One', client_id: unknownId('client') } };
  expect(await refusalOf(org.api.analyzers.create(elsewhere))).toBe('404 client_not_found');
  await suspend(org);
  expect(await refusalOf(create())).toBe('409 client_suspended');
});
