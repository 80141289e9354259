import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import type { Organization } from '../../fixtures.ts';
import { operator, organization, providerAccount, refusalOf } from '../../fixtures.ts';
import { noTasks, passUntilDue, passUntilState, waitingTasks } from '../../support/due-tasks.ts';
import { eventually } from '../../support/eventually.ts';
import { changeIntegration } from '../../support/integrations.ts';
import { planAnswers } from '../../support/model-server.ts';
import { phoneOf } from '../../support/phone.ts';
import type { Json } from '../../support/provider-servers/index.ts';

/** A call at the account of a reseller, which an agent of its client has answered. */
const call = async (clientSettings: { readonly costs_shown?: boolean } = {}) => {
  const reseller = await organization(undefined, 'reseller');
  const client = await organization(reseller, 'client', { settings: clientSettings });
  const marker = randomUUID();
  await planAnswers(inject('modelServer'), marker, [
    { text: 'At nine.', usage: { input: 1000, output: 500 } },
  ]);
  const fields = { prompt: `You are Pia (${marker}).`, model: { id: 'test-model' } };
  const phone = await phoneOf(fields, reseller, client);
  const carrier = providerAccount(phone.account.auth_token);
  const line = await phone.call();
  await line.hear();
  line.say('When do you open?');
  await line.hear();
  const { data } = await client.api.conversations.list();
  const params = { conversation_id: String(data[0]?.id) };
  const waiting = (looks: number) => waitingTasks('carrier_costs', params.conversation_id, { looks });
  const look = async (looks: number): Promise<void> => passUntilDue(await waiting(looks));
  /** Twilio knows a price of the call, and what else is said of it and the calls that it led to. */
  const priced = (more: Json = {}, children: Record<string, Json> = {}): Promise<unknown> =>
    carrier.plan({
      collections: {
        calls: {
          [line.call_id]: { sid: line.call_id, price: '-0.02550', price_unit: 'USD', ...more },
          ...children,
        },
      },
    });
  const costFor = async ({ api }: Pick<Organization, 'api'>) => {
    const [one, listed] = await Promise.all([
      api.conversations.get({ params }),
      api.conversations.list({ query: { ids: [params.conversation_id] } }),
    ]);
    expect(listed.data[0]?.carrier_cost).toEqual(one.carrier_cost);
    return one.carrier_cost;
  };
  const known = () => eventually(async () => expect(await costFor(reseller)).not.toBeNull());
  return { reseller, client, phone, carrier, line, params, waiting, look, priced, costFor, known };
};

type Called = Awaited<ReturnType<typeof call>>;

const cents = (amount: string) => ({ amount, currency: 'USD' });

test('the price of a call is recorded once Twilio tells it, for those whose account pays it', async () => {
  const { reseller, client, line, look, priced, costFor, known, params, waiting } = await call();
  // The call goes on: nobody asks yet.
  await priced();
  await look(0);
  await waiting(0);
  expect(await costFor(reseller)).toBeNull();
  await priced({ price: null });
  await line.hangUp();
  await look(0);
  await waiting(1);
  await priced({}, { CA1: { sid: 'CA1', parent_call_sid: line.call_id, price: null, price_unit: 'USD' } });
  await look(1);
  await waiting(2);
  expect(await costFor(reseller)).toBeNull();
  // Two cents and a half, and the call to which it was transferred.
  const child = { sid: 'CA1', parent_call_sid: line.call_id, price: '-0.014', price_unit: 'usd' };
  // Nobody answered the second one, which costs nothing.
  const unanswered = { sid: 'CA2', parent_call_sid: line.call_id, status: 'no-answer', price: null };
  await priced({}, { CA1: child, CA2: unanswered });
  await look(2);
  await known();
  await noTasks('carrier_costs', params.conversation_id);
  expect(await costFor(reseller)).toEqual(cents('0.0395'));
  expect(await costFor(client)).toBeNull();
  // The cost of the model is beside it, and only for the operator.
  const { cost, carrier_cost } = await operator.conversations.get({ params });
  expect({ cost, carrier_cost }).toEqual({ cost: cents('0.006'), carrier_cost: cents('0.0395') });
  expect((await reseller.api.conversations.get({ params })).cost).toBeNull();
  const sums = async ({ api }: Pick<Organization, 'api'>) => (await api.conversations.summary()).total.costs;
  expect(await sums(reseller)).toEqual([cents('0.0395')]);
  expect(await sums(client)).toEqual([]);
  const used = async ({ api }: Pick<Organization, 'api'>) => {
    const about = { params: { client_id: client.client.id }, query: { interval: 'total' } } as const;
    return (await api.usage.get(about)).rows.flatMap(({ costs }) => costs);
  };
  await eventually(async () => {
    expect(await used({ api: operator })).toEqual([cents('0.0455')]);
    expect(await used(reseller)).toEqual([cents('0.0395')]);
    expect(await used(client)).toEqual([]);
  });
});

test('an organization to which costs are shown sees the price of a call', async () => {
  const { client, line, look, priced, costFor, known } = await call({ costs_shown: true });
  await priced();
  await line.hangUp();
  await look(0);
  await known();
  expect(await costFor(client)).toEqual(cents('0.0255'));
});

test('a price that does not come within three days is not waited for', async () => {
  const { line, look, reseller, costFor, params } = await call();
  await line.hangUp();
  // Twilio does not know the call, fails, limits requests, or tells nothing that can be a price.
  for (let looks = 0; looks <= 8; looks += 1) await look(looks);
  await noTasks('carrier_costs', params.conversation_id);
  expect(await costFor(reseller)).toBeNull();
});

test.for([
  ['is down', { trouble: 'down' }],
  ['limits requests', { trouble: 'limited' }],
  ['refuses the token', { trouble: 'unauthorized' }],
] as const)('a price is asked for again if Twilio %s', async ([, { trouble }]) => {
  const { carrier, line, look, priced, known, phone, waiting } = await call();
  await priced();
  const at = `GET /2010-04-01/Accounts/${phone.account.account_id}/Calls`;
  await carrier.plan({ plans: [{ at, trouble }] });
  await line.hangUp();
  await look(0);
  await waiting(1);
  await carrier.plan({ plans: [] });
  await look(1);
  await known();
});

test.for([
  ['in no currency', { price_unit: 'XXX' }],
  ['that is no number', { price: 'free' }],
] as const)('a price %s is none', async ([, more]) => {
  const { line, look, priced, waiting, reseller, costFor } = await call();
  await priced(more);
  await line.hangUp();
  await look(0);
  await waiting(1);
  expect(await costFor(reseller)).toBeNull();
});

test('a price is not asked for while the account is disabled', async () => {
  const { carrier, line, look, priced, phone, waiting, known, reseller } = await call();
  await priced();
  await line.hangUp();
  const asked = async () =>
    (await carrier.look()).asked.filter(({ path }) => path.includes(line.call_id)).length;
  await changeIntegration(reseller, phone.integration, { status: 'disabled' });
  await look(0);
  await waiting(1);
  expect(await asked()).toBe(0);
  await changeIntegration(reseller, phone.integration, { status: 'active' });
  await look(1);
  await known();
});

test.for([
  ['by the organization whose account it is', ({ reseller }: Called) => reseller],
  ['by the client whose agent answered', ({ client }: Called) => client],
] as const)('the price of a call that was erased %s is counted, without the call', async ([, eraserOf]) => {
  const called = await call();
  const { reseller, client, line, look, priced, params } = called;
  await priced({ price: null });
  await line.hangUp();
  await eraserOf(called).api.conversations.erase({ params });
  await eventually(async () =>
    expect(await refusalOf(operator.conversations.get({ params }))).toBe('404 conversation_not_found'),
  );
  // The erasure counts the call once more before anybody asks for its price.
  await passUntilState('carrier_costs', params.conversation_id, { looks: 1 });
  await priced();
  await look(1);
  await noTasks('carrier_costs', params.conversation_id);
  const used = async ({ api }: Pick<Organization, 'api'>) => {
    const about = { params: { client_id: client.client.id }, query: { interval: 'total' } } as const;
    return (await api.usage.get(about)).rows.map(({ conversations, costs }) => ({ conversations, costs }));
  };
  await eventually(async () => {
    expect(await used({ api: operator })).toEqual([{ conversations: 1, costs: [cents('0.0315')] }]);
    expect(await used(reseller)).toEqual([{ conversations: 1, costs: [cents('0.0255')] }]);
    expect(await used(client)).toEqual([{ conversations: 1, costs: [] }]);
  });
  expect(await refusalOf(reseller.api.conversations.get({ params }))).toBe('404 conversation_not_found');
});
