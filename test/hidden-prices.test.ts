import { expect, test } from 'vitest';
import type { Client } from '#lib/local/client.ts';
import type { Organization } from './fixtures.ts';
import { newAgent, operator, organization, platform, problemOf } from './fixtures.ts';
import { connect, conversationsOf, deliver, newCall, settled } from './support/connected.ts';
import { eventually } from './support/eventually.ts';
import { completed, download, fileOf } from './support/exports.ts';
import { tableOf } from './support/table.ts';

/*
 * Prices and credits that an organization reports beside a cost stay hidden from those below, whatever these
 * write.
 */

interface Family {
  readonly reseller: Organization;
  readonly client: Organization;
  readonly agent_id: string;
}

const family = async (settings: { readonly costs_shown?: boolean } = {}): Promise<Family> => {
  const reseller = await organization(undefined, 'reseller');
  const client = await organization(reseller, 'client', { settings });
  return { reseller, client, agent_id: (await newAgent(client)).id };
};

/** Names of prices. Ids may contain any number. */
const prices = /credits|charging|llm_price/;
const zero = { amount: '0', currency: 'USD' } as const;

/** A call of ElevenLabs, and its delivery to an organization's integration with other prices. */
const callOf = ({ agent_id }: Family) => {
  const call = newCall('elevenlabs', `agent_of_${agent_id}`);
  return async (org: Organization, credits = 312, later = 0): Promise<void> => {
    const integration = await connect(org, 'elevenlabs', { [call.agent_id]: agent_id });
    for (const event of call.events) {
      const { data, event_timestamp } = event as {
        readonly data: { readonly metadata?: object };
        readonly event_timestamp: number;
      };
      const metadata = { ...data.metadata, cost: credits, charging: { llm_price: credits / 360 } };
      await deliver(integration, {
        ...event,
        event_timestamp: event_timestamp + later,
        ...(data.metadata && { data: { ...data, metadata } }),
      });
    }
    await settled(org, integration);
  };
};

const reported = async (of: Family) => {
  await callOf(of)(of.reseller);
  const [conversation] = await conversationsOf(of.reseller);
  return { params: { conversation_id: conversation?.id ?? '' } };
};

/** A call that a key records with prices, and no cost. */
const recorded = async ({ agent_id }: Family, api: Client) => {
  const { id: conversation_id } = await api.conversations.create({
    body: {
      agent_id,
      status: 'completed',
      duration_ms: 20_000,
      metrics: { cost_credits: 312, turns: 5 },
      provider: { name: 'elevenlabs', metadata: { charging: { llm_price: 0.87 }, region: 'eu' } },
    },
  });
  return { params: { conversation_id } };
};

const seenBy = async (
  { api }: Pick<Organization, 'api'>,
  chosen: { params: { conversation_id: string } },
) => {
  const one = await api.conversations.get(chosen);
  const { data } = await api.conversations.list({ query: { ids: [one.id], expand: ['details'] } });
  const { metrics, provider } = data[0] ?? {};
  expect([metrics, provider]).toEqual([one.metrics, one.provider]);
  return one;
};

test.for(['an integration', 'a key'] as const)(
  'a cost that an organization sets and takes back uncovers no price that %s above has reported',
  async (by) => {
    const of = await family();
    const { reseller, client } = of;
    const { id: webhook_id } = await client.api.webhooks.create({
      body: { events: ['conversation.updated'] },
    });
    const chosen = by === 'a key' ? await recorded(of, reseller.api) : await reported(of);
    const before = await seenBy(client, chosen);
    expect(JSON.stringify(before)).not.toMatch(prices);

    const answer = await client.api.conversations.update({ ...chosen, body: { cost: zero } });
    expect(answer.cost).toEqual(zero);
    const during = await seenBy(client, chosen);
    expect(during.cost).toEqual(zero);
    const removed = await client.api.conversations.update({ ...chosen, body: { cost: null } });
    const after = await seenBy(client, chosen);
    const messages = await eventually(async () => {
      const { data } = await client.api.webhookMessages.list({ params: { webhook_id } });
      // A message has the newest version, which may be one that followed.
      const versions = data.map(({ payload }) => Number(payload?.data.version));
      expect(Math.max(0, ...versions)).toBeGreaterThanOrEqual(removed.version);
      return data;
    });
    const done = await completed(client.api, { resources: ['conversations'], format: 'ndjson' });
    const file = (await download(fileOf(done, 'conversations'))).toString();
    expect(file).toContain(before.id);
    expect(JSON.stringify([answer, during, removed, after, messages, file])).not.toMatch(prices);

    const above = await seenBy(reseller, chosen);
    expect(above.metrics.cost_credits).toBe(312);
    expect(JSON.stringify(above.provider)).toContain('0.8');
  },
);

test('prices are shown to the organization that has reported them, also with a cost from above', async () => {
  const of = await family();
  const chosen = await recorded(of, of.client.api);
  await of.reseller.api.conversations.update({ ...chosen, body: { cost: zero } });
  expect(await seenBy(of.client, chosen)).toMatchObject({ cost: null, metrics: { cost_credits: 312 } });
  // Prices of both are mixed, so all are hidden.
  await of.reseller.api.conversations.update({ ...chosen, body: { metrics: { cost_extra: 7 } } });
  expect((await seenBy(of.client, chosen)).metrics).toEqual({ turns: 5 });
});

test('a setting opens prices as it opens costs', async () => {
  const of = await family({ costs_shown: true });
  const chosen = await recorded(of, of.reseller.api);
  expect((await seenBy(of.client, chosen)).metrics).toEqual({ cost_credits: 312, turns: 5 });
  // They are seen below, and stay those of the one who has recorded the conversation.
  const body = { metrics: { cost_credits: 311 } };
  const { problem } = await problemOf(of.client.api.conversations.update({ ...chosen, body }));
  expect(problem.errors).toMatchObject([{ pointer: '/metrics', code: 'out_of_reach' }]);
  const { metrics } = await of.reseller.api.conversations.update({ ...chosen, body });
  expect(metrics.cost_credits).toBe(311);
});

test('hidden prices are neither changed nor removed nor guessed from below', async () => {
  const of = await family();
  const { reseller, client } = of;
  const chosen = await recorded(of, reseller.api);
  for (const metrics of [{ cost_credits: 1 }, { cost_credits: 312 }, { cost_credits: null }, { price: 1 }]) {
    const { problem } = await problemOf(client.api.conversations.update({ ...chosen, body: { metrics } }));
    expect(problem.errors).toMatchObject([
      { pointer: `/metrics/${Object.keys(metrics)[0]}`, code: 'out_of_reach' },
    ]);
  }
  for (const metrics of [{ latency: 9 }, null]) {
    const { problem } = await problemOf(client.api.conversations.update({ ...chosen, body: { metrics } }));
    expect(problem.errors).toMatchObject([{ pointer: '/metrics', code: 'out_of_reach' }]);
  }
  const { metrics } = await reseller.api.conversations.get(chosen);
  expect(metrics).toEqual({ cost_credits: 312, turns: 5 });
});

test.for(['before', 'after'] as const)(
  'a report of an integration below neither uncovers nor replaces prices, %s that from above',
  async (when) => {
    const of = await family();
    const deliverTo = callOf(of);
    // It claims to be the later report.
    const below = () => deliverTo(of.client, 1, 60);
    if (when === 'before') await below();
    await deliverTo(of.reseller);
    if (when === 'after') await below();
    const [hidden] = await conversationsOf(of.client);
    const chosen = { params: { conversation_id: hidden?.id ?? '' } };
    expect((await seenBy(of.client, chosen)).metrics).not.toHaveProperty('cost_credits');
    expect(JSON.stringify(hidden)).not.toMatch(/llm_price/);
    const above = await seenBy(of.reseller, chosen);
    expect(above.metrics.cost_credits).toBe(312);
    expect(JSON.stringify(above.provider)).toContain(`"llm_price":${312 / 360}`);
  },
);

test('prices are reported from above although those below have set metrics', async () => {
  const of = await family();
  const call = newCall('elevenlabs', `agent_of_${of.agent_id}`);
  const metrics = { cost_credits: 1, latency: 9 };
  const provider = { name: 'elevenlabs', conversation_id: call.conversation_id };
  const { id: conversation_id } = await of.client.api.conversations.create({
    body: { agent_id: of.agent_id, metrics, provider },
  });
  const chosen = { params: { conversation_id } };
  const integration = await connect(of.reseller, 'elevenlabs', { [call.agent_id]: of.agent_id });
  for (const event of call.events) await deliver(integration, event);
  await settled(of.reseller, integration);
  const { cost_credits, ...reported } = (await seenBy(of.reseller, chosen)).metrics;
  expect(cost_credits).toBe(312);
  expect(reported).not.toHaveProperty('latency');
  expect((await seenBy(of.client, chosen)).metrics).toEqual(reported);
});

test('prices from before their reporter was recorded stay hidden, also if a cost was set below', async () => {
  const of = await family();
  const [kept, covered] = [await recorded(of, of.reseller.api), await recorded(of, of.reseller.api)];
  await of.client.api.conversations.update({ ...covered, body: { cost: zero } });
  for (const { params } of [kept, covered]) {
    const key = { pk: `conversation#${params.conversation_id}`, sk: 'record' };
    const item = (await tableOf(platform).get(key)) as typeof key & { fields: string };
    const { prices_depth, ...fields } = JSON.parse(item.fields);
    expect(prices_depth).toBe(1);
    await tableOf(platform).put({ ...item, fields: JSON.stringify(fields) });
  }
  await of.client.api.conversations.update({ ...kept, body: { cost: zero } });
  for (const chosen of [kept, covered]) {
    expect((await seenBy(of.client, chosen)).metrics).toEqual({ turns: 5 });
    expect((await seenBy({ api: operator }, chosen)).metrics.cost_credits).toBe(312);
  }
});
