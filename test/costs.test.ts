import { Client as Assistant, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, expect, test } from 'vitest';
import type { Client } from '#lib/local/client.ts';
import type { Organization } from './fixtures.ts';
import { clientFor, newAgent, operator, organization, platform, problemOf, refusalOf } from './fixtures.ts';
import { monthFromNow, monthFromOpen, terms, untilOpen } from './support/billing.ts';
import { connect, conversationsOf, deliver, newCall, settled } from './support/connected.ts';
import { eventually } from './support/eventually.ts';
import { completed, download, fileOf } from './support/exports.ts';
import { startReceiver } from './support/receiver.ts';

/*
 * A cost is shown to the organization whose integration or key reported it, and to those above it, on every
 * way out of the platform.
 */

const cost = { amount: '0.87', currency: 'USD' } as const;

/** A chain of organizations from the top. */
interface Family {
  readonly reseller: Organization;
  readonly client: Organization;
  readonly location: Organization;
  readonly agent_id: string;
}

/** The organizations to which a setting from above opens costs. */
interface Opened {
  readonly client?: boolean;
  readonly location?: boolean;
}

const family = async (opened: Opened = {}, top?: Organization): Promise<Family> => {
  const opening = (costs_shown = false) => ({ settings: costs_shown ? { costs_shown } : {} });
  const reseller = top ?? (await organization(undefined, 'reseller'));
  const client = await organization(reseller, 'client', opening(opened.client));
  const location = await organization(client, 'location', opening(opened.location));
  return { reseller, client, location, agent_id: (await newAgent(location)).id };
};

type Level = 'platform' | 'reseller' | 'client' | 'location';
const levels: readonly Level[] = ['platform', 'reseller', 'client', 'location'];

const keyOf = (of: Family, level: Level): string => (level === 'platform' ? platform.api_key : of[level].key);

interface Statement {
  readonly client_id: string;
  readonly statement_id: string;
}

interface Viewer {
  readonly level: Level;
  readonly api: Client;
  readonly key: string;
  /**
   * The organization whose usage, exports and webhooks are looked at: the key's own, or the reseller for the
   * platform.
   */
  readonly org: Organization;
  readonly webhook_id: string;
  readonly ask: (name: string, given: object) => Promise<unknown>;
  /** The numbers of the reports that the key reaches. */
  readonly reached: readonly number[];
  readonly conversations: readonly string[];
  /** The drafts of the locations. */
  readonly statements: readonly Statement[];
}

const assistantOf = async (key: string): Promise<Viewer['ask']> => {
  const assistant = new Assistant({ name: 'test', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  const url = new URL(`${platform.base_url}/v1/mcp`);
  await assistant.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  return async (name, given) => {
    const { content } = await assistant.callTool({ name, arguments: { ...given } });
    return content;
  };
};

const usageQuery = { interval: 'total' } as const;

const exported = async ({ api, org }: Pick<Viewer, 'api' | 'org'>, format: 'csv' | 'ndjson' | 'parquet') => {
  const done = await completed(api, {
    resources: ['conversations', 'usage'],
    format,
    client_id: org.client.id,
  });
  const files = await Promise.all(
    ['conversations', 'usage'].map((resource) => download(fileOf(done, resource))),
  );
  return files.map((file) => file.toString('latin1')).join('\n');
};

type Way = (viewer: Viewer) => Promise<unknown>;

const forEach =
  (look: (viewer: Viewer, params: { readonly conversation_id: string }) => Promise<unknown>): Way =>
  (viewer) =>
    Promise.all(viewer.conversations.map((conversation_id) => look(viewer, { conversation_id })));

const forStatements =
  (look: (viewer: Viewer, statement: Statement) => Promise<unknown>): Way =>
  (viewer) =>
    Promise.all(viewer.statements.map((statement) => look(viewer, statement)));

/** Each way on which costs leave the platform, with what leaves. */
const ways: Readonly<Record<string, Way>> = {
  get: forEach(({ api }, params) => api.conversations.get({ params })),
  list: ({ api }) => api.conversations.list({ query: { limit: '100', outcome: 'sold' } }),
  'get, expanded': forEach(({ api }, params) =>
    api.conversations.get({ params, query: { expand: ['transcript', 'recording'] } }),
  ),
  'list with details': ({ api }) =>
    api.conversations.list({ query: { limit: '50', outcome: 'sold', expand: ['details'] } }),
  summary: ({ api, org }) =>
    api.conversations.summary({
      query: { interval: 'total', outcome: ['sold'], client_id: org.client.id },
    }),
  search: ({ api, conversations }) =>
    eventually(async () => {
      const page = await api.conversations.list({ query: { q: 'wholesale' } });
      expect(page.data.map(({ id }) => id)).toEqual(expect.arrayContaining([...conversations]));
      return page;
    }),
  update: forEach(({ api }, params) =>
    api.conversations.update({ params, body: { metadata: { seen: 'yes' } } }),
  ),
  usage: ({ api, org }) => api.usage.get({ params: { client_id: org.client.id }, query: usageQuery }),
  'usage of days': ({ api, org }) =>
    api.usage.get({ params: { client_id: org.client.id }, query: { group_by: 'outcome' } }),
  'usage as CSV': async ({ key, org }) => {
    const url = `${platform.base_url}/v1/clients/${org.client.id}/usage?interval=total`;
    const headers = { authorization: `Bearer ${key}`, accept: 'text/csv' };
    return (await fetch(url, { headers })).text();
  },
  'exports in NDJSON': (viewer) => exported(viewer, 'ndjson'),
  'exports in CSV': (viewer) => exported(viewer, 'csv'),
  webhooks: ({ api, webhook_id, conversations }) =>
    eventually(async () => {
      const { data } = await api.webhookMessages.list({ params: { webhook_id } });
      expect(data).toHaveLength(conversations.length);
      return data;
    }),
  'MCP, one': forEach(({ ask }, params) => ask('conversations_get', params)),
  'MCP, list': ({ ask }) => ask('conversations_list', { outcome: 'sold' }),
  statement: forStatements(({ api }, params) => api.statements.get({ params })),
  statements: forStatements(({ api }, params) => api.statements.list({ params })),
  'statements of all': forStatements(({ api }, { client_id }) =>
    api.statements.listAll({ query: { client_id } }),
  ),
  'MCP, statement': forStatements(({ ask }, statement) => ask('statements_get', statement)),
  'MCP, usage': ({ ask, org }) => ask('usage_get', { client_id: org.client.id, interval: 'total' }),
};

const openings = {
  'to nobody': {},
  'to the client': { client: true },
  'to both': { client: true, location: true },
  'to the location': { location: true },
} satisfies Record<string, Opened>;
type Opening = keyof typeof openings;
const families = Object.keys(openings) as Opening[];

/** The reporters of costs, and their family: everybody where nothing is opened, and else the reseller. */
const reports = families.flatMap((opening) =>
  (opening === 'to nobody' ? levels : (['reseller'] as const)).map((by) => ({ opening, by })),
);

/** Each cost has a digit of its own, so that a sum shows which costs it includes. */
const amounts = reports.map((_, at) => 7 / 10 ** (at + 3));

/** The numbers of the reports whose costs make a sum. A fee minus that would reveal them as well. */
const bySum = new Map<string, readonly number[]>();
for (let set = 1; set < 2 ** reports.length; set += 1) {
  const included = [...reports.keys()].filter((at) => set & (1 << at));
  const sum = included.reduce((all, at) => all + Number(amounts[at]), 0);
  for (const shown of [sum, Number(terms.base_fee) - sum]) bySum.set(shown.toFixed(9), included);
}

/** Times have decimals too. */
const timestamps = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

const shownIn = (answer: unknown): Set<number> => {
  const decimals =
    JSON.stringify(answer)
      .replaceAll(timestamps, '')
      .match(/\d+\.\d+/g) ?? [];
  return new Set(decimals.flatMap((decimal) => bySum.get(Number(decimal).toFixed(9)) ?? []));
};

/** A webhook and an export belong to the organization, not to the key that looks at them. */
const owned = /webhook|export/;

/** Statements show no costs to the organization that pays, not even its own. */
const paid = /statement/;

/** The platform bills the location. */
const billed = async ({ location }: Family): Promise<Statement> => {
  const params = { client_id: location.client.id };
  const { id: plan_id } = await operator.plans.create({
    body: { ...terms, currency: cost.currency, client_id: null },
  });
  await operator.subscriptions.replace({ params, body: { plan_id, start_date: monthFromNow(0) } });
  const [draft] = (await operator.statements.list({ params })).data;
  return { ...params, statement_id: draft?.id ?? '' };
};

/** By report and way, who is shown its cost, in families of one reseller. */
const lookEverywhere = async (): Promise<Record<string, string[]>[]> => {
  const reseller = await organization(undefined, 'reseller');
  const sibling = await organization(reseller, 'client');
  const made = await Promise.all(families.map((opening) => family(openings[opening], reseller)));
  const familyOf = (opening: Opening) => made[families.indexOf(opening)] as Family;
  const statements = await Promise.all(made.map(billed));
  const viewerOf = async (level: Level, of: Family, includes: readonly Opening[]) => {
    const org = level === 'platform' ? reseller : of[level];
    const key = keyOf(of, level);
    const body = { events: ['conversation.ended' as const], client_id: org.client.id };
    const { id: webhook_id } = await clientFor(key).webhooks.create({ body });
    return {
      ...{ level, api: clientFor(key), key, org, webhook_id, ask: await assistantOf(key) },
      reached: [...reports.keys()].filter((at) => includes.includes(reports[at]?.opening as Opening)),
      statements: families.flatMap((opening, at) =>
        includes.includes(opening) ? (statements[at] ?? []) : [],
      ),
    };
  };
  const viewers = await Promise.all([
    ...(['platform', 'reseller'] as const).map((level) => viewerOf(level, made[0] as Family, families)),
    ...(['client', 'location'] as const).flatMap((level) =>
      families.map((opening) => viewerOf(level, familyOf(opening), [opening])),
    ),
  ]);
  const ids = await Promise.all(
    reports.map(async ({ opening, by }, at) => {
      const of = familyOf(opening);
      const { id } = await clientFor(keyOf(of, by)).conversations.create({
        body: {
          agent_id: of.agent_id,
          status: 'completed',
          start_time: new Date().toISOString(),
          duration_ms: 60_000,
          outcome: 'sold',
          cost: { ...cost, amount: Number(amounts[at]).toFixed(at + 3) },
          turns: [{ role: 'user', text: 'The wholesale price' }],
        },
      });
      return id;
    }),
  );
  await eventually(async () => {
    const { rows } = await reseller.api.usage.own({ query: usageQuery });
    expect(rows[0]?.conversations).toBe(reports.length);
  });
  for (const [at, conversation_id] of ids.entries()) {
    const params = { conversation_id };
    expect(await refusalOf(sibling.api.conversations.get({ params }))).toBe('404 conversation_not_found');
    const { opening, by } = reports[at] as (typeof reports)[number];
    const { location } = familyOf(opening);
    const hidden = await location.api.conversations.get({ params });
    if (by !== 'location' && !location.client.settings.costs_shown) expect(hidden.cost).toBeNull();
  }
  expect((await sibling.api.usage.own({ query: usageQuery })).rows[0]?.costs).toEqual([]);
  expect((await sibling.api.conversations.list()).data).toEqual([]);

  const found = reports.map(() => Object.fromEntries(Object.keys(ways).map((way) => [way, [] as string[]])));
  for (const [way, look] of Object.entries(ways)) {
    const asked = viewers.filter(({ level }) => level !== 'platform' || !owned.test(way));
    const shown = await Promise.all(
      asked.map(async (viewer) => {
        const conversations = viewer.reached.map((at) => ids[at] as string);
        return { ...viewer, numbers: shownIn(await look({ ...viewer, conversations })) };
      }),
    );
    for (const { level, reached, numbers } of shown)
      for (const at of numbers)
        found[at]?.[way]?.push(reached.includes(at) ? level : `${level} of another family`);
  }
  return found;
};

/** By month: a draft has only the costs of its own one. */
const looks = new Map<string, ReturnType<typeof lookEverywhere>>();
const sees = async (opening: Opening, by: Level) => {
  const month = monthFromNow(0);
  const looking = looks.get(month) ?? lookEverywhere();
  looks.set(month, looking);
  return (await looking)[reports.findIndex((one) => one.opening === opening && one.by === by)];
};

/**
 * The same on every way; the platform's own exports and webhooks are of everything, and so of other tests as
 * well.
 */
const everywhere = (seen: readonly Level[]): Record<string, readonly Level[]> =>
  Object.fromEntries(
    Object.keys(ways).map((way) => [
      way,
      seen.filter(
        (one) => !(owned.test(way) && one === 'platform') && !(paid.test(way) && one === 'location'),
      ),
    ]),
  );

test.for(levels.map((level, at) => ({ level, seen: levels.slice(0, at + 1) })))(
  'a cost that a key of the $level reports is shown to that level and above, on every way',
  async ({ level, seen }) => {
    expect(await sees('to nobody', level)).toEqual(everywhere(seen));
  },
);

test('a setting from above opens what the organization above sees, one level at a time', async () => {
  expect(await sees('to the client', 'reseller')).toEqual(everywhere(['platform', 'reseller', 'client']));
  expect(await sees('to both', 'reseller')).toEqual(everywhere(levels));
  // The client does not see it, and so there is nothing that could be opened to those below.
  expect(await sees('to the location', 'reseller')).toEqual(everywhere(['platform', 'reseller']));
});

test('an organization cannot open costs to itself, and does not inherit that it sees them', async () => {
  const { reseller, client, location } = await family({ client: true });
  const params = { client_id: client.client.id };
  const problem = await problemOf(
    client.api.clients.update({ params, body: { settings: { costs_shown: null } } }),
  );
  expect(problem.problem.errors).toMatchObject([{ pointer: '/settings/costs_shown', code: 'out_of_reach' }]);
  const { effective_settings } = await reseller.api.clients.get({
    params: { client_id: location.client.id },
  });
  expect(effective_settings.costs_shown).toBeUndefined();
});

test('a final statement and a correction keep apart who reported their costs', async () => {
  const of = await family();
  const { reseller, location, agent_id } = of;
  const params = { client_id: location.client.id };
  const { id: plan_id } = await reseller.api.plans.create({ body: { ...terms, currency: 'USD' } });
  const record = (key: string, amount: string) =>
    clientFor(key).conversations.create({
      body: {
        agent_id,
        status: 'completed',
        start_time: `${monthFromOpen(-2)}T12:00:00Z`,
        duration_ms: 1000,
        cost: { amount, currency: 'USD' },
      },
    });
  const counted = (conversations: number) =>
    eventually(async () => {
      const query = { ...usageQuery, start_after: monthFromOpen(-3) };
      expect((await location.api.usage.own({ query })).rows[0]?.conversations).toBe(conversations);
    });
  await record(platform.api_key, '0.87');
  await record(reseller.key, '3');
  await counted(2);
  await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date: monthFromOpen(-2) } });
  const shownTo = async (api: Client) =>
    untilOpen((await api.statements.list({ params })).data).map((each) => [
      each.status,
      each.costs?.map(({ amount }) => amount),
      each.margin?.amount,
    ]);
  await eventually(async () => {
    expect(await shownTo(operator)).toEqual([
      ['draft', [], '49.00'],
      ['final', [], '49.00'],
      ['final', ['3.87'], '45.13'],
    ]);
  });
  expect((await shownTo(reseller.api)).at(-1)).toEqual(['final', ['3.00'], '46.00']);
  const [, , final] = untilOpen((await reseller.api.statements.list({ params })).data);
  const one = { ...params, statement_id: final?.id ?? '' };
  const { response } = await reseller.api.statements.get.withResponse({ params: one });
  const sent = await reseller.api.statements.update({
    params: one,
    body: { sent_at: '2026-11-01T00:00:00Z' },
    ifMatch: response.headers.get('etag') ?? '',
  });
  expect([sent.costs, sent.margin?.amount]).toEqual([[{ amount: '3.00', currency: 'USD' }], '46.00']);

  await record(platform.api_key, '0.5');
  await record(reseller.key, '2');
  await counted(4);
  expect((await shownTo(operator))[0]).toEqual(['draft', ['2.50'], '46.50']);
  expect((await shownTo(reseller.api))[0]).toEqual(['draft', ['2.00'], '47.00']);
  expect((await shownTo(location.api))[0]).toEqual(['draft', undefined, undefined]);
});

test('Parquet files show the same costs as others', async () => {
  const of = await family();
  await of.reseller.api.conversations.create({
    body: { agent_id: of.agent_id, status: 'completed', duration_ms: 1000, cost },
  });
  const has = async (org: Organization) => (await exported({ api: org.api, org }, 'parquet')).includes('USD');
  expect([await has(of.reseller), await has(of.client)]).toEqual([true, false]);
});

test('a key changes only a cost that it sees', async () => {
  const of = await family();
  const { id: conversation_id } = await of.reseller.api.conversations.create({
    body: { agent_id: of.agent_id, status: 'completed', duration_ms: 1000, cost },
  });
  const params = { conversation_id };
  for (const change of [null, { amount: '1' }, { amount: '1', currency: 'EUR' }]) {
    const { problem } = await problemOf(
      of.client.api.conversations.update({ params, body: { cost: change } }),
    );
    expect(problem.errors).toMatchObject([{ pointer: '/cost', code: 'out_of_reach' }]);
  }
  expect((await of.reseller.api.conversations.get({ params })).cost).toEqual(cost);
  // The organization that changes a cost becomes its reporter.
  await of.reseller.api.conversations.update({ params, body: { cost: null } });
  await of.client.api.conversations.update({ params, body: { cost } });
  expect((await of.location.api.conversations.get({ params })).cost).toBeNull();
  expect((await of.client.api.conversations.get({ params })).cost).toEqual(cost);
});

test('an entity tag of a conversation whose cost is hidden can be used for a change', async () => {
  const of = await family();
  const { id: conversation_id } = await of.reseller.api.conversations.create({
    body: { agent_id: of.agent_id, status: 'completed', duration_ms: 1000, cost },
  });
  const params = { conversation_id };
  const { response } = await of.client.api.conversations.get.withResponse({ params });
  const etag = response.headers.get('etag') ?? '';
  await of.client.api.conversations.update({ params, body: { outcome: 'sold' }, ifMatch: etag });
});

let reported: { readonly of: Family; readonly conversation_id: string };
beforeAll(async () => {
  const of = await family();
  const call = newCall('elevenlabs', 'agent_of_costs');
  const integration = await connect(of.reseller, 'elevenlabs', { agent_of_costs: of.agent_id });
  for (const event of call.events) {
    const { data } = event as { readonly data: { readonly metadata?: object } };
    const metadata = { ...data.metadata, cost_fiat: 0.87, charging: { llm_price: 0.87 } };
    await deliver(integration, data.metadata ? { ...(event as object), data: { ...data, metadata } } : event);
  }
  await settled(of.reseller, integration);
  const [conversation] = await conversationsOf(of.reseller);
  reported = { of, conversation_id: conversation?.id ?? '' };
});

test('a cost that an integration reports is that of its organization, with what else the provider says of it', async () => {
  const { of, conversation_id } = reported;
  const params = { conversation_id };
  const shown = await of.reseller.api.conversations.get({ params });
  expect(shown.cost).toMatchObject({ amount: '0.87' });
  expect(shown.metrics.cost_credits).toBe(312);
  expect(JSON.stringify(shown.provider?.metadata)).toContain('0.87');
  for (const { api } of [of.client, of.location]) {
    const hidden = await api.conversations.get({ params });
    expect(hidden.cost).toBeNull();
    expect(JSON.stringify(hidden)).not.toMatch(/0\.87|:312\b/);
    const { data } = await api.conversations.list({ query: { expand: ['details'] } });
    expect(data.find(({ id }) => id === conversation_id)).toMatchObject({ metrics: hidden.metrics });
    expect(JSON.stringify(data)).not.toMatch(/0\.87|:312\b/);
    // Everything else is there.
    expect(Object.keys(hidden.metrics)).toEqual(
      Object.keys(shown.metrics).filter((name) => name !== 'cost_credits'),
    );
    expect(hidden.provider?.metadata.agent_number).toBe(shown.provider?.metadata.agent_number);
  }
});

test('a webhook is posted only costs that its organization sees', async () => {
  const of = await family();
  const receivers = await Promise.all(
    [of.reseller, of.client].map(async ({ api }) => {
      const receiver = await startReceiver();
      await api.webhooks.create({ body: { url: receiver.url, events: ['conversation.ended'] } });
      return receiver;
    }),
  );
  const { id } = await of.reseller.api.conversations.create({
    body: { agent_id: of.agent_id, status: 'completed', duration_ms: 1000, cost },
  });
  const costs = await Promise.all(
    receivers.map(({ about }) =>
      eventually(async () => {
        const posted = about(id);
        expect(posted).toHaveLength(1);
        return posted.map(({ body }) => body.data as { readonly cost?: unknown })[0]?.cost;
      }),
    ),
  );
  expect(costs).toEqual([cost, null]);
  await Promise.all(receivers.map(({ close }) => close()));
});
