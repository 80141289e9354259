import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newConversation, operator, organization, problemOf, refusalOf } from './fixtures.ts';
import { eventually } from './support/eventually.ts';
import { dialPath, preparedCall } from './support/outbound-calls.ts';
import type { Plan } from './support/provider-servers/index.ts';

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

test('nobody but the account that holds a call says which of its calls it is', async () => {
  const plans: Plan[] = [{ at: dialPath.vapi, trouble: 'cut', times: 1 }];
  const { org, agent, call, dialed, read } = await preparedCall('vapi', plans);
  const external_id = randomUUID();
  const { id: conversation_id } = await call({ external_id });
  await eventually(async () => expect(await dialed()).toHaveLength(1));
  const params = { conversation_id };
  const provider = { name: 'vapi', conversation_id: 'call-of-somebody-else' };
  for (const body of [{ provider }, { provider: { conversation_id: provider.conversation_id } }]) {
    const { errors } = await problemOf(org.api.conversations.update({ params, body }));
    expect(errors).toMatchObject([{ pointer: '/provider/conversation_id', code: 'out_of_reach' }]);
  }
  // A key from above records into it, and leaves the id open as well.
  const body = { agent_id: agent.id, external_id, provider: { ...provider, agent_id: null } };
  expect((await operator.conversations.create({ body })).id).toBe(conversation_id);
  expect((await read(conversation_id)).provider).toMatchObject({ name: 'vapi', conversation_id: null });
  const control = org.api.calls.control({ params, body: { action: 'end' } });
  expect(await refusalOf(control)).toBe('409 not_a_live_call');
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
