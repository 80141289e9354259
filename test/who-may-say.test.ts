import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#lib/contract/index.ts';
import { pathsSetFromAbove } from '#lib/contract/set-from-above.ts';
import type { Client } from '#lib/local/client.ts';
import type { Organization } from './fixtures.ts';
import { newAgent, operator, organization, platform, problemOf, refusalOf } from './fixtures.ts';
import { endedConversation } from './support/analysis.ts';
import { monthFromNow, terms } from './support/billing.ts';
import { connect, conversationsOf, deliver, newCall, settled } from './support/connected.ts';
import { eventually } from './support/eventually.ts';
import { peopleOf } from './support/people.ts';
import { fillAccount } from './support/provider-accounts.ts';

/*
 * Fields from which money, retention or authority follows, and everybody who might write them: keys of the
 * organization, of the ones above, below and beside it, people in the console, integrations and imports at
 * each level.
 */

const { personIn } = peopleOf(platform.base_url, { operator });

interface Family {
  readonly above: Organization;
  readonly own: Organization;
  readonly below: Organization;
  readonly beside: Organization;
}

const newFamily = async (): Promise<Family> => {
  const settings = { costs_shown: true };
  const above = await organization(undefined, 'reseller');
  const own = await organization(above, 'client', { settings });
  const [below, beside] = await Promise.all([organization(own), organization(above, 'client')]);
  return { above, own, below, beside };
};

let family: Family;
beforeAll(async () => {
  family = await newFamily();
});

describe('A field that is set from above', () => {
  const { body } = contract.clients.replace;
  const names = pathsSetFromAbove(body).map((path) => path.join('.'));

  /** A value of each that differs from what the organization has. A new field fails until it has one. */
  const values: Readonly<Record<string, unknown>> = {
    status: 'suspended',
    external_id: 'crm-1',
    'settings.retention_days': 30,
    'settings.rate_limit': { requests_per_minute: 60_000 },
    'settings.quotas': { agents: 1_000_000 },
    'settings.caller_limits': { open_calls: 9 },
    'settings.recording_enabled': false,
    'settings.record_calls': true,
    'settings.disclosure_required': true,
    'settings.call_prefixes': ['+49'],
    'settings.costs_shown': false,
    'settings.analysis': { enabled: true, tokens_per_month: 1_000_000 },
    'billing_info.currency': 'CHF',
    'billing_info.plan': 'free',
    'billing_info.external_id': 'cus_2',
    'billing_info.tax': { name: 'VAT', rate: '0' },
  };

  test('has a value here', () => {
    expect(names.toSorted()).toEqual(Object.keys(values).toSorted());
  });

  const bodyOf = (name: string): Record<string, unknown> =>
    name.split('.').reduceRight<unknown>((within, field) => ({ [field]: within }), values[name]) as Record<
      string,
      unknown
    >;

  test.for(names)(
    '%s is refused to the organization, its people and those below and beside it',
    async (name) => {
      const { own, above, below, beside } = await newFamily();
      const params = { client_id: own.client.id };
      const update = (api: Client) => api.clients.update({ params, body: bodyOf(name) });
      const replace = (api: Client) =>
        api.clients.replace({ params, body: { name: own.client.name, ...bodyOf(name) } });
      const before = await operator.clients.get({ params });
      const owner = await personIn(own, 'owner');
      const pointer = `/${name.replaceAll('.', '/')}`;
      for (const api of [own.api, owner.api]) {
        for (const write of [update, replace]) {
          const { status, errors } = await problemOf(write(api));
          expect([status, errors.map((fault) => [fault.pointer, fault.code])]).toEqual([
            400,
            [[pointer, 'out_of_reach']],
          ]);
        }
      }
      for (const { api } of [below, beside]) {
        for (const write of [update, replace]) {
          expect(await refusalOf(write(api))).toBe('404 client_not_found');
        }
      }
      expect(await operator.clients.get({ params })).toEqual(before);
      const { api } = await personIn(above, 'owner');
      expect(await update(api)).toMatchObject(bodyOf(name));
    },
  );
});

/** An account at a provider with one call on the web, of five minutes. */
const accountOf = (org: Organization, more: object = {}) =>
  fillAccount('retell', `key-of-${org.client.id}`, 1, (call) => ({
    ...call,
    call_type: 'web_call',
    start_timestamp: Date.parse('2026-11-02T08:05:00Z'),
    end_timestamp: Date.parse('2026-11-02T08:10:00Z'),
    call_cost: { combined_cost: 500 },
    ...more,
  }));

const facts = async (org: Organization, agent_id: string) => {
  const found = (await conversationsOf(org)).filter((one) => one.agent_id === agent_id);
  expect(found).toHaveLength(1);
  const [{ id, status, channel, start_time, end_time, cost } = {} as never] = found;
  return { id, status, channel, start_time, end_time, cost };
};

const imported = async (org: Organization, integration_id: string) => {
  const { id: import_id } = await org.api.imports.create({
    params: { integration_id },
    body: { resource: 'conversations' },
  });
  return eventually(async () => {
    const found = await org.api.imports.get({ params: { integration_id, import_id } });
    expect(found.status).not.toBe('running');
    return found;
  });
};

describe('The billed fields of a call', () => {
  test('is what an import above found, whatever the organization and its integrations say later', async () => {
    const { above, own, below, beside } = await newFamily();
    const agent = await newAgent(own);
    const higher = await accountOf(above);
    const [call_id = ''] = higher.ids;
    const mapping = { [higher.agent_id]: agent.id };
    const [ofAbove, ofOwn] = await Promise.all([
      connect(above, 'retell', mapping, { api_key: higher.apiKey }),
      connect(own, 'retell', mapping),
    ]);
    // An integration below has no say over an agent that it does not reach.
    expect(await refusalOf(connect(below, 'retell', mapping))).toMatch(/^40[04] /);

    const start = Date.parse('2026-11-03T08:00:00Z');
    const { call } = newCall('retell').events[0] as { readonly call: object };
    const said = {
      event: 'call_ended',
      call: {
        ...{ ...call, call_id, agent_id: higher.agent_id, call_type: 'phone_call' },
        ...{
          start_timestamp: start,
          end_timestamp: start + 9 * 60_000,
          disconnection_reason: 'user_hangup',
        },
        call_cost: { combined_cost: 900 },
      },
    };
    const sayIt = async () => {
      await deliver(ofOwn, said);
      await settled(own, ofOwn);
    };
    expect(await imported(above, ofAbove.id)).toMatchObject({ status: 'completed', failed: 0 });
    const { id, ...known } = await facts(own, agent.id);
    expect(known).toEqual({
      status: 'completed',
      channel: 'web',
      start_time: '2026-11-02T08:05:00.000Z',
      end_time: '2026-11-02T08:10:00.000Z',
      cost: { amount: '5', currency: 'USD' },
    });
    await sayIt();

    const params = { conversation_id: id };
    const later = { duration_ms: 60_000 };
    const cheaper = { cost: { amount: '0', currency: 'USD' } };
    const owner = await personIn(own, 'owner');
    for (const api of [own.api, owner.api]) {
      for (const body of [later, cheaper]) {
        expect((await problemOf(api.conversations.update({ params, body }))).errors).toMatchObject([
          { code: 'out_of_reach' },
        ]);
      }
      for (const body of [
        { start_time: '2026-11-03T08:00:00Z' },
        { channel: 'chat' },
        { client_id: own.client.id },
      ]) {
        const refused = await problemOf(api.conversations.update({ params, body: body as never }));
        expect(refused.errors).toMatchObject([{ code: 'unknown' }]);
      }
    }
    for (const { api } of [below, beside]) {
      expect(await refusalOf(api.conversations.update({ params, body: later }))).toBe(
        '404 conversation_not_found',
      );
    }
    expect(await facts(own, agent.id)).toEqual({ id, ...known });
    await above.api.conversations.update({ params, body: { ...later, ...cheaper } });
    expect(await facts(own, agent.id)).toMatchObject({
      end_time: '2026-11-02T08:06:00.000Z',
      cost: { amount: '0' },
    });
  });
});

describe('A call of two accounts', () => {
  test('is billed by what the account above has said, whichever is imported first', async () => {
    const { above, own } = await newFamily();
    const agent = await newAgent(own);
    const higher = await accountOf(above);
    const [call_id = ''] = higher.ids;
    const lower = await accountOf(own, {
      ...{ call_id, agent_id: higher.agent_id },
      end_timestamp: Date.parse('2026-11-02T08:06:00Z'),
      call_cost: { combined_cost: 0 },
    });
    const mapping = { [higher.agent_id]: agent.id };
    const ofOwn = await connect(own, 'retell', mapping, { api_key: lower.apiKey });
    expect(await imported(own, ofOwn.id)).toMatchObject({ status: 'completed', failed: 0 });
    const known = await facts(own, agent.id);
    expect(known).toMatchObject({ end_time: '2026-11-02T08:06:00.000Z' });

    const ofAbove = await connect(above, 'retell', mapping, { api_key: higher.apiKey });
    for (const [org, integration] of [
      [above, ofAbove],
      [own, ofOwn],
    ] as const) {
      expect(await imported(org, integration.id)).toMatchObject({ status: 'completed', failed: 0 });
      expect(await facts(own, agent.id)).toMatchObject({
        id: known.id,
        end_time: '2026-11-02T08:10:00.000Z',
        cost: { amount: '5', currency: 'USD' },
      });
    }
  });
});

describe('The content of a bill', () => {
  test('names an organization as it names itself, or as those above name it', async () => {
    const { above, own, below, beside } = await newFamily();
    const params = { client_id: own.client.id };
    const name = (api: Client, to: string) =>
      api.clients.update({ params, body: { billing_info: { party: { name: to } } } });
    const owner = await personIn(own, 'owner');
    for (const api of [above.api, own.api, owner.api]) {
      const to = `Name ${randomUUID()}`;
      expect((await name(api, to)).billing_info).toMatchObject({ party: { name: to } });
    }
    const named = await operator.clients.get({ params });
    for (const { api } of [below, beside])
      expect(await refusalOf(name(api, 'Another'))).toBe('404 client_not_found');
    for (const role of ['listener', 'operator', 'builder'] as const) {
      const { api } = await personIn(own, role);
      expect(await refusalOf(name(api, 'Another'))).toBe('403 insufficient_scope');
    }
    expect(await operator.clients.get({ params })).toEqual(named);
  });

  test('is said by its issuer and those above, and not by the one who pays', async () => {
    const { above, own, below, beside } = family;
    const params = { client_id: own.client.id };
    const body = { ...terms, currency: 'USD', message_rate: '0.1', included_messages: 0 };
    const { id: plan_id } = await above.api.plans.create({ body });
    await above.api.subscriptions.replace({ params, body: { plan_id, start_date: monthFromNow(-1) } });
    const [statement] = await eventually(async () => {
      const { data } = await above.api.statements.list({ params });
      expect(data.length).toBeGreaterThan(0);
      return data;
    });
    const payer = await personIn(own, 'billing');
    for (const api of [own.api, payer.api, below.api, beside.api]) {
      const changed = api.plans.update({ params: { plan_id }, body: { message_rate: '0' } });
      expect(await refusalOf(changed)).toBe('404 plan_not_found');
      const statement_id = String(statement?.id);
      const sent = api.statements.update({
        params: { ...params, statement_id },
        body: { sent_at: new Date().toISOString() },
      });
      expect(await refusalOf(sent)).toMatch(/^40[34] /);
      expect(await refusalOf(api.subscriptions.update({ params, body: { base_fee: '0' } as never }))).toMatch(
        /^40[034] /,
      );
    }
    expect((await above.api.plans.get({ params: { plan_id } })).message_rate).toBe('0.1');
  });
});

describe('Words and judgments', () => {
  test('a key names the person for whom it replies, and a person cannot choose a name', async () => {
    const { own } = family;
    const agent = await newAgent(own);
    const { id } = await own.api.chats.create({ params: { agent_id: agent.id }, body: {} });
    const params = { conversation_id: id };
    const person = await personIn(own, 'operator');
    await own.api.handovers.create({ params, body: {} });
    const inAnothersName = person.api.handovers.reply({
      params,
      body: { text: 'Hello', author: 'Somebody else' },
    });
    expect((await problemOf(inAnothersName)).errors).toMatchObject([
      { pointer: '/author', code: 'not_applicable' },
    ]);
    const nameless = own.api.handovers.reply({ params, body: { text: 'Hello', author: null } });
    expect((await problemOf(nameless)).errors).toMatchObject([{ pointer: '/author', code: 'required' }]);
    await person.api.handovers.reply({ params, body: { text: 'Hello' } });
    const { data } = await own.api.chats.messages({ params, query: {} });
    expect(data.map(({ author, text }) => [author, text])).toEqual([['Pia', 'Hello']]);
  });

  test('only the key or person that sends a review is named as its author', async () => {
    const { above, own, below, beside } = await newFamily();
    await operator.clients.update({
      params: { client_id: own.client.id },
      body: { settings: { analysis: { enabled: true } } },
    });
    const { id: analyzer_id } = await own.api.analyzers.create({
      body: { name: 'Checks', criteria: [{ name: 'greeting', kind: 'contains', texts: ['good evening'] }] },
    });
    const { id: conversation_id } = await endedConversation(own);
    const params = { conversation_id, analyzer_id };
    await eventually(() => own.api.analyses.get({ params }));
    const body = { results: [{ name: 'greeting', verdict: 'passed' as const }] };
    const person = await personIn(own, 'builder');
    const boss = await personIn(above, 'owner');
    const key = (await own.api.me.get()).key?.id;
    expect((await own.api.analyses.review({ params, body })).review?.by).toBe(key);
    for (const { api, memberId } of [person, boss]) {
      const inAnothersName = api.analyses.review({ params, body: { ...body, by: person.memberId } as never });
      expect((await problemOf(inAnothersName)).errors).toMatchObject([{ code: 'unknown' }]);
      expect((await api.analyses.review({ params, body })).review?.by).toBe(memberId);
    }
    for (const { api } of [below, beside]) {
      expect(await refusalOf(api.analyses.review({ params, body }))).toBe('404 conversation_not_found');
    }
    expect((await own.api.analyses.get({ params })).review?.by).toBe(boss.memberId);
  });

  test('people cannot grant a role with more scopes than they have', async () => {
    const { own } = family;
    const admin = await personIn(own, 'admin');
    const builder = await personIn(own, 'builder');
    const params = { member_id: builder.memberId };
    for (const role of ['owner', 'billing'] as const) {
      expect(await refusalOf(admin.api.members.update({ params, body: { role } }))).toBe(
        '403 insufficient_scope',
      );
    }
    expect(await refusalOf(builder.api.members.update({ params, body: { role: 'admin' } }))).toBe(
      '403 insufficient_scope',
    );
    expect(await admin.api.members.update({ params, body: { role: 'operator' } })).toMatchObject({
      role: 'operator',
    });
  });
});
