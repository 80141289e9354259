import { expect, test } from 'vitest';
import type { Item } from '#lib/store/table.ts';
import { newAgent, newConversation, organization, platform, refusalOf, usersOf } from './fixtures.ts';
import { withOwnPlatform } from './support/own-platform.ts';
import { whileRemembered } from './support/remembered.ts';
import { tableOf } from './support/table.ts';

const idsOf = ({ data }: { data: readonly { id: string }[] }) => data.map(({ id }) => id);

const faultsOf = async (key: string, query: string) => {
  const response = await fetch(`${platform.base_url}/v1/conversations?${query}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const { code, errors = [] } = (await response.json()) as {
    code?: string;
    errors?: { parameter: string; code: string; detail: string }[];
  };
  return [code, ...errors.map((fault) => `${fault.parameter}: ${fault.code}, ${fault.detail}`)];
};

const eleven = Array.from({ length: 11 }, (_, at) => `outcome=o${at}`).join('&');

test.for([
  [eleven, 'validation_failed', 'outcome: too_big, must have at most 10 values'],
  ['outcome=a&outcome=a', 'validation_failed', 'outcome: invalid, must have different values'],
  ['caller=a&caller=b', 'validation_failed', 'caller: repeated, must be sent only once'],
  [
    'duration_min_ms=2&duration_max_ms=1',
    'validation_failed',
    'duration_max_ms: invalid, must not be less than duration_min_ms',
  ],
  [
    'start_after=2026-11-20T10:00:00Z&start_before=2026-11-20T09:59:59.999Z',
    'validation_failed',
    'start_before: out_of_range, must be after start_after',
  ],
  [
    'start_after=2026-11-20T10:00:00Z&start_before=2026-11-20T11:00:00%2B01:00',
    'validation_failed',
    'start_before: out_of_range, must be after start_after',
  ],
  [
    'outcome=a&outcome=not:b',
    'validation_failed',
    'outcome: invalid, must not mix values with values after "not:"',
  ],
  [
    'agent_id=not:agent_1',
    'validation_failed',
    'agent_id: invalid_format, must be an id that begins with agent_',
  ],
  ['metadata.a=1&metadata.b=2', 'validation_failed', 'metadata: invalid, must have one key'],
  ['metadata.a=1&metadata.a=2', 'validation_failed', 'metadata.a: repeated, must be sent only once'],
  ['metadata=1', 'unknown_parameter', 'metadata: unknown, is not a parameter of this route'],
  ['metadata[a]=1', 'unknown_parameter', 'metadata[a]: unknown, is not a parameter of this route'],
  ['outcome.a=1', 'unknown_parameter', 'outcome.a: unknown, is not a parameter of this route'],
] as const)('%s is refused', async ([query, code, fault]) => {
  const { key } = await organization();
  expect(await faultsOf(key, query)).toEqual([code, fault]);
});

test('a caller is found by the beginnings of the words of the name', async () => {
  const org = await organization();
  const nora = await newConversation(org, {
    caller: { name: 'Nora Café-Whitfield', number: '+14155550151' },
  });
  await newConversation(org, { caller: { name: 'Eleonora Birch' } });
  await newConversation(org);
  const named = async (caller_name: string) =>
    idsOf(await org.api.conversations.list({ query: { caller_name } }));
  expect(await named('nora')).toEqual([nora.id]);
  expect(await named('WHIT cafe')).toEqual([nora.id]);
  expect(await named('nora birch')).toEqual([]);
  expect(await named('or')).toEqual([]);
  const summary = await org.api.conversations.summary({ query: { caller_name: 'nora' } });
  expect(summary.total.conversations).toBe(1);
});

test('ids of conversations out of reach are not found', async () => {
  const [org, stranger] = [await organization(), await organization()];
  const [own, other] = [await newConversation(org), await newConversation(stranger)];
  const query = { ids: [own.id, other.id] };
  expect(idsOf(await org.api.conversations.list({ query }))).toEqual([own.id]);
  expect(idsOf(await stranger.api.conversations.active({ query }))).toEqual([other.id]);
});

test('an id of another organization costs the same reads as one of nothing', async () => {
  const other = await newConversation(await organization());
  const nothing = `conv_${'0'.repeat(26)}`;
  for (const name of ['list', 'summary'] as const) {
    const asker = async () => {
      const org = await organization();
      return { org, own: await newConversation(org) };
    };
    const [reads, ofOther] = await whileRemembered(asker, async ({ org, own }) => {
      const readsOf = async (id: string) => {
        const query = { ids: [own.id, id] };
        const { response } = await org.api.conversations[name].withResponse({ query });
        return /desc="(.+ RCU)/.exec(response.headers.get('server-timing') ?? '')?.[1];
      };
      // The first request reads what later ones remember.
      await readsOf(nothing);
      return [await readsOf(nothing), await readsOf(other.id)];
    });
    expect(reads).toBeDefined();
    expect(ofOther).toBe(reads);
  }
});

test('a call without the fields of the filters is written with as many units as before', async () => {
  const org = await organization();
  const { id: agent_id } = await newAgent(org);
  const unitsOf = async (body: object) => {
    const { response } = await org.api.conversations.create.withResponse({ body: { agent_id, ...body } });
    return Number(/(\d+) WCU/.exec(response.headers.get('server-timing') ?? '')?.[1]);
  };
  // The first request also records the use of the key.
  await unitsOf({});
  const plain = await unitsOf({});
  expect(await unitsOf({ direction: 'inbound', metadata: { campaign: 'fall' } })).toBe(plain);
  const all = { provider: { name: 'own', conversation_id: 'call-1' }, quality: { successful: true } };
  expect((await unitsOf(all)) - plain).toBeLessThanOrEqual(15);
});

test('entries that an earlier version wrote are compared with their records', () =>
  withOwnPlatform(async (description) => {
    const { organization: newOrganization } = usersOf(description);
    const table = tableOf(description);
    const { api } = await newOrganization();
    const { id: agent_id } = await api.agents.create({ body: { name: 'Reception' } });
    const create = (name: string, campaign: string) =>
      api.conversations.create({
        body: {
          agent_id,
          provider: { name },
          quality: { successful: name === 'own' },
          metadata: { campaign },
        },
      });
    const [one, two] = [await create('own', 'fall'), await create('vapi', 'spring')];
    for (const entry of (await table.all()) as Item[]) {
      if (typeof entry.shown !== 'string') continue;
      const { pairs: _pairs, ...rest } = entry;
      const shown = (JSON.parse(entry.shown) as unknown[]).slice(0, 18);
      await table.put({ ...rest, shown: JSON.stringify(shown) });
    }
    const list = async (query: object) => idsOf(await api.conversations.list({ query }));
    expect(await list({ provider: ['own', 'other'] })).toEqual([one.id]);
    expect(await list({ successful: 'false' })).toEqual([two.id]);
    expect(await list({ metadata: { campaign: 'spring' } })).toEqual([two.id]);
    expect(await list({ metadata: { campaign: 'winter' } })).toEqual([]);
    expect(await list({ metadata: { season: 'spring' } })).toEqual([]);
  }));

test('what has no value and what is left over can be listed as it is counted, in every way to ask', async () => {
  const org = await organization();
  const { api } = org;
  const lost = await newConversation(org, { outcome: 'lost', end_reason: 'bye', status: 'completed' });
  const won = await newConversation(org, { outcome: 'won', tags: ['vip'], quality: { successful: true } });
  const none = await newConversation(org, { caller: { number: '+14155550199' } });
  const list = async (query: Parameters<typeof api.conversations.list>[0] & object) =>
    idsOf(await api.conversations.list(query)).toReversed();
  expect(await list({ query: { outcome: 'null' } })).toEqual([none.id]);
  expect(await list({ query: { outcome: ['null', 'won'] } })).toEqual([won.id, none.id]);
  expect(await list({ query: { outcome: 'not:lost' } })).toEqual([won.id, none.id]);
  expect(await list({ query: { outcome: ['not:lost', 'not:null'] } })).toEqual([won.id]);
  expect(await list({ query: { successful: 'null' } })).toEqual([lost.id, none.id]);
  expect(await list({ query: { tag: 'null', end_reason: 'null' } })).toEqual([none.id]);
  expect(await list({ query: { status: 'not:active' } })).toEqual([lost.id]);
  expect(await list({ query: { caller: 'null' } })).toEqual([lost.id, won.id]);
  expect(await list({ query: { external_id: 'null' } })).toEqual([]);
  const { total } = await api.conversations.summary({ query: { outcome: 'null', successful: 'null' } });
  expect(total.conversations).toBe(1);
  expect(idsOf(await api.conversations.active({ query: { outcome: 'null' } }))).toEqual([none.id]);
  for (const field of ['outcome', 'end_reason']) {
    const body = { agent_id: lost.agent_id, [field]: 'null' };
    expect(await refusalOf(api.conversations.create({ body }))).toBe('400 validation_failed');
  }
});
