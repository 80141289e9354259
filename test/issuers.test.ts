import { expect, test } from 'vitest';
import type { Client } from '#lib/local/client.ts';
import type { Organization } from './fixtures.ts';
import { newAgent, operator, organization, platform, problemOf, refusalOf } from './fixtures.ts';
import { monthFromNow, monthFromOpen, terms, untilOpen } from './support/billing.ts';
import { eventually } from './support/eventually.ts';
import { peopleOf } from './support/people.ts';

/*
 * The issuer of an organization's statements decides what it owes, with those above: not the organization
 * that pays, and not one between the two.
 */

const { personIn } = peopleOf(platform.base_url, { operator });

const expensive = { ...terms, name: 'Platform', base_fee: '490', minute_rate: '1', included_minutes: 0 };
const free = { ...terms, name: 'Free', base_fee: '0', minute_rate: '0' };

/**
 * An organization at the top, one below it that pays, one below that, and plans of the platform and of the
 * first.
 */
const family = async () => {
  const between = await organization(undefined, 'reseller');
  const payer = await organization(between, 'client');
  const below = await organization(payer);
  const beside = await organization(between, 'client');
  const [ofPlatform, ofBetween] = await Promise.all([
    operator.plans.create({ body: { ...expensive, client_id: null } }),
    between.api.plans.create({ body: free }),
  ]);
  const params = { client_id: payer.client.id };
  const subscribe = (api: Client, plan_id: string, start_date: string) =>
    api.subscriptions.replace({ params, body: { plan_id, start_date } });
  return { between, payer, below, beside, params, ofPlatform, ofBetween, subscribe };
};

const finalOf = (api: Client, params: { readonly client_id: string }, start_date: string) =>
  eventually(async () => {
    const { data } = await api.statements.list({ params });
    const found = data.find(({ period_start }) => period_start.startsWith(start_date));
    if (found?.status !== 'final') throw new Error('Not yet');
    return found;
  });

const pack = { minutes: 100_000, price: '0' };

test('an organization in between does not change what its client owes to the platform', async () => {
  const { between, payer, below, beside, params, ofPlatform, ofBetween, subscribe } = await family();
  const start_date = monthFromOpen(-2);
  const subscribed = await subscribe(operator, ofPlatform.id, monthFromOpen(-2));
  expect(subscribed.issuer_id).toBeNull();
  const { id } = await finalOf(operator, params, start_date);
  await finalOf(operator, params, monthFromOpen(-1));
  const owed = async () => {
    const { data } = await operator.statements.list({ params });
    return untilOpen(data).map(({ updated_at: _updated, ...statement }) => statement);
  };
  const before = await owed();
  expect(before.map(({ total, issuer_id }) => [total.amount, issuer_id])).toEqual([
    ['490.00', null],
    ['490.00', null],
    ['490.00', null],
  ]);

  const writes: Readonly<Record<string, (api: Client) => Promise<unknown>>> = {
    'a subscription of its own': (api) => subscribe(api, ofBetween.id, monthFromOpen(-2)),
    'a later subscription of its own': (api) => subscribe(api, ofBetween.id, monthFromNow(1)),
    'the same subscription': (api) => subscribe(api, ofPlatform.id, monthFromOpen(-2)),
    'another plan': (api) => api.subscriptions.update({ params, body: { plan_id: ofBetween.id } }),
    'another start': (api) => api.subscriptions.update({ params, body: { start_date: monthFromNow(1) } }),
    'the end': (api) => api.subscriptions.remove({ params }),
    'a pack': (api) => api.subscriptions.addPack({ params, body: pack }),
    ...Object.fromEntries(
      [
        { status: 'paid' } as const,
        { status: 'void' } as const,
        { sent_at: '2026-11-01T00:00:00Z' },
        { external_reference: 'INV-1' },
      ].map((body) => [
        `a statement with ${JSON.stringify(body)}`,
        (api: Client) => api.statements.update({ params: { ...params, statement_id: id }, body }),
      ]),
    ),
  };
  const boss = await personIn(between, 'owner');
  for (const [name, write] of Object.entries(writes)) {
    for (const api of [between.api, boss.api, payer.api]) {
      expect([name, await refusalOf(write(api))]).toEqual([name, '403 ancestor_key_required']);
    }
    for (const { api } of [below, beside]) {
      expect([name, await refusalOf(write(api))]).toEqual([name, '404 client_not_found']);
    }
  }
  const trials = (api: Client, { client: { id: client_id } }: Organization) => [
    () => api.clients.create({ body: { name: 'Trial', type: 'location', parent_id: client_id, test: true } }),
    () =>
      api.subcompanies.create({
        params: { client_id },
        body: { name: 'Trial', type: 'location', test: true },
      }),
  ];
  for (const { api } of [between, boss, payer]) {
    for (const parent of [payer, below]) {
      for (const create of trials(api, parent)) {
        expect((await problemOf(create())).errors).toMatchObject([
          { pointer: '/test', code: 'out_of_reach' },
        ]);
      }
    }
  }
  expect(await owed()).toEqual(before);
  // Elsewhere, nothing is billed by the platform.
  for (const create of [...trials(between.api, beside), ...trials(operator, payer)]) {
    expect((await create()).test).toBe(true);
  }

  const [paid] = await Promise.all([
    operator.statements.update({ params: { ...params, statement_id: id }, body: { status: 'paid' } }),
    operator.subscriptions.addPack({ params, body: { minutes: 10, price: '5' } }),
  ]);
  expect(paid.status).toBe('paid');
  await operator.subscriptions.remove({ params });
});

test('a subscription that an organization above has planned stays, and the present one can be sold packs', async () => {
  const { between, params, ofPlatform, ofBetween, subscribe } = await family();
  await subscribe(between.api, ofBetween.id, monthFromNow(0));
  const planned = await subscribe(operator, ofPlatform.id, monthFromNow(1));
  expect(await refusalOf(subscribe(between.api, ofBetween.id, monthFromNow(0)))).toBe(
    '403 ancestor_key_required',
  );
  expect(await refusalOf(between.api.subscriptions.remove({ params }))).toBe('403 ancestor_key_required');
  await between.api.subscriptions.addPack({ params, body: pack });
  const present = await between.api.subscriptions.get({ params });
  expect(present).toMatchObject({
    issuer_id: between.client.id,
    next: { id: planned.next?.id ?? planned.id },
    current_period: { pack_minutes_left: String(pack.minutes) },
  });
});

test('after the last statement of one above, the organization in between bills its client again', async () => {
  const { between, params, ofPlatform, ofBetween, subscribe } = await family();
  await subscribe(operator, ofPlatform.id, monthFromOpen(-2));
  const { id } = await finalOf(between.api, params, monthFromOpen(-1));
  // The plan decides who issues the statements, not the key.
  expect((await subscribe(operator, ofBetween.id, monthFromOpen(0))).issuer_id).toBe(between.client.id);
  await between.api.subscriptions.addPack({ params, body: pack });
  const other = await between.api.plans.create({ body: { ...free, name: 'Cheaper' } });
  expect((await subscribe(between.api, other.id, monthFromOpen(0))).name).toBe('Cheaper');
  await between.api.subscriptions.remove({ params });
  const void_ = { params: { ...params, statement_id: id }, body: { status: 'void' } } as const;
  expect(await refusalOf(between.api.statements.update(void_))).toBe('403 ancestor_key_required');
});

test('what an issuer has sold and billed lowers no statement of another', async () => {
  const { between, payer, params, ofPlatform, subscribe } = await family();
  const dear = await between.api.plans.create({
    body: { ...free, minute_rate: '1000', included_minutes: 0, rounding_seconds: 60 },
  });
  const { id: agent_id } = await newAgent(payer);
  const called = (start_date: string, minutes: number) =>
    between.api.conversations.create({
      body: {
        agent_id,
        status: 'completed',
        start_time: `${start_date}T00:00:00Z`,
        duration_ms: minutes * 60_000,
      },
    });
  const early = await called(monthFromOpen(-2), 60);
  await eventually(async () => {
    const { rows } = await payer.api.usage.own({
      query: { start_after: monthFromOpen(-3), interval: 'total' },
    });
    expect(rows[0]?.conversations).toBe(1);
  });
  await subscribe(between.api, dear.id, monthFromOpen(-2));
  await finalOf(between.api, params, monthFromOpen(-1));
  expect((await finalOf(between.api, params, monthFromOpen(-2))).total.amount).toBe('60000.00');
  await between.api.subscriptions.addPack({ params, body: pack });

  await subscribe(operator, ofPlatform.id, monthFromNow(0));
  await called(monthFromNow(0), 10);
  // Its own statement would give these minutes back.
  await between.api.conversations.update({
    params: { conversation_id: early.id },
    body: { duration_ms: 0 },
  });
  await eventually(async () => {
    const { rows } = await payer.api.usage.own({
      query: { start_after: monthFromOpen(-3), interval: 'total' },
    });
    expect(rows[0]).toMatchObject({ conversations: 2, duration_ms: { sum: 600_000 } });
  });
  const [draft] = (await operator.statements.list({ params })).data;
  expect(draft?.lines.map(({ unit, quantity }) => [unit, quantity])).toEqual([
    ['period', '1'],
    ['minute', '10'],
  ]);
  expect(draft?.total.amount).toBe('500.00');
  const { current_period } = await payer.api.subscriptions.get({ params });
  expect(current_period).toMatchObject({ pack_minutes_left: '0' });

  // With its own terms again, they count.
  await subscribe(operator, dear.id, monthFromNow(0));
  const [own] = untilOpen((await between.api.statements.list({ params })).data);
  expect(own?.total.amount).toBe('-60000.00');
  expect((await payer.api.subscriptions.get({ params })).current_period).toMatchObject({
    pack_minutes_left: String(pack.minutes - 10),
  });
});

test('an organization in between does not change the tax on the statements of one above', async () => {
  const { between, beside, payer, params, ofPlatform, subscribe } = await family();
  const billing_info = { tax: { name: 'VAT', rate: '20' } };
  const free = { tax: { name: 'VAT', rate: '0' } };
  const { name } = payer.client;
  await between.api.clients.update({ params, body: { billing_info } });
  await subscribe(operator, ofPlatform.id, monthFromNow(0));
  for (const changed of [
    between.api.clients.update({ params, body: { billing_info: free } }),
    between.api.clients.update({ params, body: { billing_info: { tax: null } } }),
    between.api.clients.replace({ params, body: { name, billing_info: free } }),
  ].map(problemOf)) {
    expect((await changed).errors).toMatchObject([{ pointer: '/billing_info/tax', code: 'out_of_reach' }]);
  }
  expect((await between.api.clients.replace({ params, body: { name } })).billing_info).toEqual(billing_info);
  const [draft] = (await operator.statements.list({ params })).data;
  expect(draft?.amount_due.amount).toBe('588.00');
  await operator.clients.update({ params, body: { billing_info: free } });
  const other = { params: { client_id: beside.client.id }, body: { billing_info: free } };
  expect((await between.api.clients.update(other)).billing_info).toEqual(free);
});

test('of two organizations that subscribe a client at once, the higher one bills it', async () => {
  const { between, params, ofPlatform, ofBetween, subscribe } = await family();
  await Promise.all([
    ...Array.from({ length: 3 }, () =>
      Promise.allSettled([subscribe(between.api, ofBetween.id, monthFromNow(0))]),
    ),
    subscribe(operator, ofPlatform.id, monthFromNow(0)),
  ]);
  expect(await between.api.subscriptions.get({ params })).toMatchObject({ issuer_id: null, next: null });
  expect(await refusalOf(subscribe(between.api, ofBetween.id, monthFromNow(0)))).toBe(
    '403 ancestor_key_required',
  );
});
