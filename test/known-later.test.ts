import { expect, test } from 'vitest';
import { newConversation, organization, problemOf, refusalOf } from './fixtures.ts';
import { eventually } from './support/eventually.ts';

const idsOf = ({ data }: { data: readonly { id: string }[] }) => data.map(({ id }) => id);

test('the caller of a call becomes known once, and is found and erased by the number from then on', async () => {
  const org = await organization();
  const { api } = org;
  const { id } = await newConversation(org, { caller: { name: 'Ada' } });
  const params = { conversation_id: id };
  const number = '+14155550177';
  const update = (caller: object | null) => api.conversations.update({ params, body: { caller } });
  expect((await update({ number })).caller).toEqual({ id: null, number, name: 'Ada' });
  expect((await update({ number, name: 'Ada' })).version).toBe(2);
  expect((await update({ id: 'customer-7' })).caller).toEqual({ id: 'customer-7', number, name: 'Ada' });
  expect(idsOf(await api.conversations.list({ query: { caller: number } }))).toEqual([id]);
  expect(idsOf(await api.conversations.list({ query: { caller: 'customer-7' } }))).toEqual([id]);
  const faults = async (caller: object | null) =>
    (await problemOf(update(caller))).errors.map(({ pointer, code }) => `${pointer} ${code}`);
  expect(await faults({ number: '+14155550178', name: null })).toEqual([
    '/caller/number fixed',
    '/caller/name fixed',
  ]);
  expect(await faults(null)).toEqual(['/caller/id fixed', '/caller/number fixed', '/caller/name fixed']);
  const { conversations } = await api.erasures.preview({ body: { caller: number } });
  expect(conversations).toBe(1);
});

test('the caller of a call that has ended is found together with its words', async () => {
  const org = await organization();
  const { api } = org;
  const { id } = await newConversation(org, {
    status: 'completed',
    turns: [{ role: 'user', text: 'A walrus, please' }],
  });
  const caller = { id: 'customer-8' };
  await api.conversations.update({ params: { conversation_id: id }, body: { caller } });
  await eventually(async () => {
    const query = { q: 'walrus', caller: 'customer-8' };
    expect(idsOf(await api.conversations.list({ query }))).toEqual([id]);
  });
});

test('the provider’s id becomes known once, and is held by one conversation only', async () => {
  const org = await organization();
  const { api } = org;
  const [one, two] = [await newConversation(org), await newConversation(org)];
  const update = (conversation_id: string, provider: object) =>
    api.conversations.update({ params: { conversation_id }, body: { provider } });
  expect(await refusalOf(update(one.id, { conversation_id: 'call-1' }))).toBe('400 validation_failed');
  const named = await update(one.id, { name: 'twilio', conversation_id: 'call-1' });
  expect(named.provider).toEqual({ name: 'twilio', conversation_id: 'call-1', agent_id: null, metadata: {} });
  expect((await update(one.id, { conversation_id: 'call-1' })).version).toBe(named.version);
  expect(await refusalOf(update(one.id, { conversation_id: 'call-2' }))).toBe('400 validation_failed');
  const taken = await problemOf(update(two.id, { name: 'twilio', conversation_id: 'call-1' }));
  expect([taken.code, taken.problem.conversation_id]).toEqual(['conversation_exists', one.id]);
  const query = { provider_conversation_id: 'call-1' };
  expect(idsOf(await api.conversations.list({ query }))).toEqual([one.id]);
  const body = { agent_id: two.agent_id, provider: { name: 'twilio', conversation_id: 'call-1' } };
  expect(await refusalOf(api.conversations.create({ body }))).toBe('409 conversation_exists');
});

test('what was changed since a time is listed, with its version', async () => {
  const org = await organization();
  const { api } = org;
  const [one, two] = [await newConversation(org), await newConversation(org)];
  const params = { conversation_id: one.id };
  const changed = await api.conversations.update({ params, body: { outcome: 'won' } });
  const query = { updated_after: changed.updated_at, expand: ['details' as const] };
  const { data } = await api.conversations.list({ query });
  expect(data.map(({ id, version, updated_at }) => ({ id, version, updated_at }))).toEqual([
    { id: one.id, version: 2, updated_at: changed.updated_at },
  ]);
  const all = await api.conversations.list({ query: { updated_after: two.created_at } });
  expect(idsOf(all)).toContain(two.id);
});
