import { expect, test } from 'vitest';
import type { Import } from '#lib/contract/imports.ts';
import type { Integration, ProviderName } from '#lib/contract/integrations.ts';
import { providerNames } from '#lib/contract/integrations.ts';
import { keyOf } from '#lib/store/keys.ts';
import type { Organization } from '../../fixtures.ts';
import { injectFault, newAgent, organization, platform, refusalOf } from '../../fixtures.ts';
import { connect, conversationsOf, deliver, newCall, settled } from '../../support/connected.ts';
import { eventually } from '../../support/eventually.ts';
import { overtaken } from '../../support/fault-proxy.ts';
import { withEverywhere } from '../../support/mutations.ts';
import { fillAccount } from '../../support/provider-accounts.ts';
import type { Json } from '../../support/provider-servers/index.ts';
import { allItems, tableOf } from '../../support/table.ts';

type Body = Parameters<Organization['api']['imports']['create']>[0]['body'];

const start = (org: Organization, { id }: Integration, body: Body): Promise<Import> =>
  org.api.imports.create({ params: { integration_id: id }, body });

const ended = (org: Organization, { integration_id, id: import_id }: Import): Promise<Import> =>
  eventually(async () => {
    const found = await org.api.imports.get({ params: { integration_id, import_id } });
    expect(found.status).not.toBe('running');
    return found;
  });

const connected = async (provider: ProviderName, calls: number, isMapped = true) => {
  const org = await organization();
  const account = await fillAccount(provider, `key-of-${org.client.id}`, calls);
  const agent = await newAgent(org);
  const mapping = isMapped ? { [account.agent_id]: agent.id } : {};
  const integration = await connect(org, provider, mapping, { api_key: account.apiKey });
  return { org, account, agent, integration };
};

const idsOf = async (org: Organization): Promise<string[]> => {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string> = { limit: '100', ...(cursor !== null && { cursor }) };
    const page = await org.api.conversations.list({ query });
    ids.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor;
  } while (cursor !== null);
  const whole = await Promise.all(
    ids.map((conversation_id) => org.api.conversations.get({ params: { conversation_id } })),
  );
  return whole.map(({ provider }) => provider?.conversation_id ?? '').sort();
};

// More than a page each.
test.for([
  ['elevenlabs', 53],
  ['vapi', 103],
  ['retell', 53],
] as const)('what %s has recorded is imported page by page, and only once', async ([provider, calls]) => {
  const { org, account, integration } = await connected(provider, calls);
  const first = await start(org, integration, { resource: 'conversations' });
  expect(first).toMatchObject({ status: 'running', seen: 0, start_before: first.created_at });
  expect(await ended(org, first)).toMatchObject({
    status: 'completed',
    seen: calls,
    created: calls,
    skipped: 0,
    failed: 0,
    errors: [],
  });
  expect(await idsOf(org)).toEqual(account.ids.toSorted());

  const [before] = await conversationsOf(org);
  const second = await start(org, integration, { resource: 'conversations' });
  expect(await ended(org, second)).toMatchObject({ status: 'completed', created: 0, skipped: calls });
  expect((await conversationsOf(org))[0]).toEqual(before);
});

test.for(providerNames)('an imported call of %s is the one that its webhooks are about', async (provider) => {
  const org = await organization();
  const agent = await newAgent(org);
  const { apiKey, agent_id, ids } = await fillAccount(provider, `key-of-${org.client.id}`, 1);
  const integration = await connect(org, provider, { [agent_id]: agent.id }, { api_key: apiKey });
  await ended(org, await start(org, integration, { resource: 'conversations' }));
  const [imported] = await conversationsOf(org);
  expect(imported).toMatchObject({
    status: 'completed',
    outcome: 'success',
    transcript: { status: 'final', turns: 4 },
    provider: { conversation_id: ids[0] },
  });

  const text = JSON.stringify(newCall(provider, agent_id));
  const { conversation_id } = JSON.parse(text) as { conversation_id: string };
  const { events } = JSON.parse(text.replaceAll(conversation_id, ids[0] ?? '')) as { events: unknown[] };
  for (const payload of events) await deliver(integration, payload);
  await settled(org, integration);
  const found = await conversationsOf(org);
  expect(found.map(({ id }) => id)).toEqual([imported?.id]);
  expect(found[0]).toMatchObject({ status: 'completed', transcript: { turns: 4 } });
});

test.for(providerNames)(
  'an agent at %s becomes one here, once, which its calls belong to',
  async (provider) => {
    const { org, account, integration } = await connected(provider, 1, false);
    const unmapped = await start(org, integration, { resource: 'conversations' });
    expect(await ended(org, unmapped)).toMatchObject({
      failed: 1,
      errors: [{ provider_id: account.ids[0], detail: `No agent is mapped to ${account.agent_id}` }],
    });

    const imports = await Promise.all(
      [1, 2].map(async () => ended(org, await start(org, integration, { resource: 'agents' }))),
    );
    expect(imports.map(({ created }) => created).sort()).toEqual([0, 1]);
    const { data: agents } = await org.api.agents.list({});
    const [item] = agents.filter(({ name }) => name === 'Mia');
    expect(agents).toHaveLength(2);
    expect(await org.api.agents.get({ params: { agent_id: item?.id ?? '' } })).toMatchObject({
      prompt: 'You are Mia.',
      first_message: 'Good morning.',
      voice_id: 'voice_1',
      model: { id: 'gpt-4o' },
      provider: { name: provider, agent_id: account.agent_id },
    });

    await eventually(async () => {
      const again = await ended(org, await start(org, integration, { resource: 'conversations' }));
      expect(again.failed).toBe(0);
    });
    expect(await conversationsOf(org)).toMatchObject([{ agent_id: item?.id }]);
  },
);

/** An agent that was imported and then removed. */
const importedAndRemoved = async () => {
  const all = await connected('vapi', 1, false);
  const { org, integration } = all;
  expect(await ended(org, await start(org, integration, { resource: 'agents' }))).toMatchObject({
    created: 1,
  });
  const imported = (await org.api.agents.list()).data.find(({ name }) => name === 'Mia');
  await org.api.agents.remove({ params: { agent_id: imported?.id ?? '' } });
  return all;
};

test('an agent that was made here in place of an imported one is not imported beside it', async () => {
  const { org, account, integration } = await importedAndRemoved();
  const provider = { name: 'vapi' as const, agent_id: account.agent_id };
  const agent = await org.api.agents.create({ body: { name: 'Made here', provider } });
  // Now the index contains it, and the removed one no more.
  await eventually(async () => {
    const calls = await ended(org, await start(org, integration, { resource: 'conversations' }));
    expect(calls.failed).toBe(0);
  });
  const again = await ended(org, await start(org, integration, { resource: 'agents' }));
  expect(again).toMatchObject({ created: 0, skipped: 1 });
  for (const payload of newCall('vapi', account.agent_id).events) await deliver(integration, payload);
  await settled(org, integration);
  expect((await conversationsOf(org)).map(({ agent_id }) => agent_id)).toEqual([agent.id, agent.id]);
});

test('an agent whose calls the integration maps to one that was removed is not imported', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const account = await fillAccount('vapi', `key-of-${org.client.id}`, 1);
  const options = { api_key: account.apiKey };
  const integration = await connect(org, 'vapi', { [account.agent_id]: agent.id }, options);
  await org.api.agents.remove({ params: { agent_id: agent.id } });
  // Its calls would still be of the removed one.
  const run = await ended(org, await start(org, integration, { resource: 'agents' }));
  expect(run).toMatchObject({ created: 0, skipped: 1 });
});

test('an agent that another import creates again at the same time is not created twice', async () => {
  const { org, account, integration } = await importedAndRemoved();
  const table = tableOf(platform);
  const key = keyOf('imported_agent', integration.id, account.agent_id);
  const claim = await table.get(key);
  const importing = overtaken(
    platform.dynamodb_endpoint,
    { operation: 'TransactWriteItems', key },
    async () => ended(org, await start(org, integration, { resource: 'agents' })),
    // Tasks of a platform on one machine wait for each other, so this is what the other one writes.
    async () => {
      const provider = { name: 'vapi' as const, agent_id: account.agent_id };
      const { id } = await org.api.agents.create({ body: { name: 'Mia', provider } });
      await table.put({ ...claim, agent_id: id, import_id: 'imp_other' } as never);
    },
  );
  expect(await importing).toMatchObject({ created: 0, skipped: 1 });
  expect((await org.api.agents.list()).data.filter(({ name }) => name === 'Mia')).toHaveLength(1);
});

test('an import waits while the provider asks for it, and asks for nothing twice', async () => {
  const { org, account, integration } = await connected('retell', 6);
  await account.plan({
    plans: [
      { at: 'POST /v3/list-calls', trouble: 'limited', times: 1 },
      { at: 'GET /v2/get-call', trouble: 'limited', times: 1 },
      { at: 'GET /v2/get-call', trouble: 'broken', times: 1 },
    ],
  });
  const started = await start(org, integration, { resource: 'conversations' });
  expect(await ended(org, started)).toMatchObject({ status: 'completed', seen: 6, created: 6, failed: 0 });
  const { asked } = await account.look();
  const calls = asked.filter(({ path }) => path.startsWith('/v2/get-call/'));
  // Each once, and the two that were refused once more.
  expect(calls).toHaveLength(8);
});

test.for(providerNames)(
  'calls of %s with a value that cannot be read do not keep others from being imported',
  async (provider) => {
    const org = await organization();
    // It can become neither a text nor a number. The last call is as it should be.
    const unreadable = { toString: 1, valueOf: 1 };
    const calls = 40;
    const altered = (call: Json, at: number): Json => {
      const { metadata, ...rest } = call;
      const variants = withEverywhere(rest, unreadable).filter((variant) =>
        Object.entries(rest).every(
          ([name, value]) => !/id$|_timestamp|At$/.test(name) || variant[name] === value,
        ),
      );
      const variant = variants[Math.floor((at * variants.length) / (calls - 1))];
      return { ...(variant ?? rest), metadata };
    };
    const account = await fillAccount(provider, `key-of-${org.client.id}`, calls, altered);
    const agent = await newAgent(org);
    const mapping = { [account.agent_id]: agent.id };
    const integration = await connect(org, provider, mapping, { api_key: account.apiKey });
    const done = await ended(org, await start(org, integration, { resource: 'conversations' }));
    expect(done).toMatchObject({ status: 'completed', seen: calls });
    expect(done.created + done.failed).toBe(calls);
    expect(await idsOf(org)).toContain(account.ids.at(-1));
  },
);

test.for(providerNames)(
  'what is named like a secret is not stored of an imported call of %s',
  async (provider) => {
    const org = await organization();
    const secrets = {
      api_key: 'hidden-value',
      secret__pin: 'hidden-value',
      SipHeaders: { to: 'hidden-value' },
    };
    const custom = { ...secrets, kept: 'kept-value', list: [secrets] };
    const account = await fillAccount(provider, `key-of-${org.client.id}`, 1, (call) => ({
      ...call,
      ...secrets,
      custom,
    }));
    const agent = await newAgent(org);
    const mapping = { [account.agent_id]: agent.id };
    const integration = await connect(org, provider, mapping, { api_key: account.apiKey });
    await ended(org, await start(org, integration, { resource: 'conversations' }));
    const [conversation] = await conversationsOf(org);
    expect(JSON.stringify(conversation)).toContain('kept-value');
    expect(JSON.stringify(conversation)).not.toContain('hidden-value');
  },
);

test('an import that breaks off goes on, and counts nothing twice', async () => {
  const { org, integration } = await connected('retell', 5);
  const { id, ...started } = await start(org, integration, { resource: 'conversations' });
  // The conversations are there, and that they are is not noted.
  await injectFault({ contains: `${id}`, operation: 'TransactWriteItems', kind: 'refused', times: 1 });
  expect(await ended(org, { id, ...started })).toMatchObject({ status: 'completed', seen: 5, created: 5 });
  expect(await idsOf(org)).toHaveLength(5);
});

test('an import whose key is refused fails, and says why', async () => {
  const { org, account, integration } = await connected('vapi', 1);
  await account.plan({ plans: [{ at: 'GET /call', trouble: 'unauthorized' }] });
  const started = await start(org, integration, { resource: 'conversations' });
  expect(await ended(org, started)).toMatchObject({
    status: 'failed',
    status_detail: expect.stringContaining('refuses the API key'),
  });
});

test('a canceled import stops, and its integration is left without a trace of it', async () => {
  const { org, account, integration } = await connected('retell', 1);
  await account.plan({ plans: [{ at: 'POST /v3/list-calls', trouble: 'limited' }] });
  const { id: import_id } = await start(org, integration, { resource: 'conversations' });
  const params = { integration_id: integration.id, import_id };
  await org.api.imports.cancel({ params });
  await org.api.imports.cancel({ params });
  expect(await org.api.imports.get({ params })).toMatchObject({ status: 'canceled' });
  const { data } = await org.api.imports.list({ params: { integration_id: integration.id } });
  expect(data.map(({ id }) => id)).toEqual([import_id]);
  await eventually(async () => {
    const left = await allItems(import_id);
    expect(left.filter(({ pk }) => pk.startsWith('tasks#'))).toEqual([]);
  });
});

test('an integration without an API key imports nothing', async () => {
  const org = await organization();
  const integration = await connect(org, 'vapi');
  expect(await refusalOf(start(org, integration, { resource: 'agents' }))).toBe(
    '409 integration_without_key',
  );
});

test('an agent whose text would be cut within a character, or is not Unicode, is imported', async () => {
  const { org, account, integration } = await connected('vapi', 0, false);
  const id = account.agent_id;
  const name = `${'a'.repeat(199)}😀`;
  const agent = { id, name, createdAt: '2026-01-01T00:00:00.000Z', firstMessage: 'Hello \ud83d' };
  await account.plan({ collections: { agents: { [id]: agent } } });
  const done = await ended(org, await start(org, integration, { resource: 'agents' }));
  expect(done).toMatchObject({ status: 'completed', created: 1 });
  const { data } = await org.api.agents.list({ query: { name: 'aaa' } });
  const [imported] = data;
  expect(imported?.name).toMatch(/^a{199}/);
  const whole = await org.api.agents.get({ params: { agent_id: imported?.id ?? '' } });
  expect(whole.first_message).toBe('Hello \ufffd');
});

test('of an imported call nothing is left after its integration was removed and it was erased', async () => {
  const { org, integration } = await connected('retell', 1);
  await ended(org, await start(org, integration, { resource: 'conversations' }));
  const [call] = await conversationsOf(org);
  const params = { integration_id: integration.id };
  await org.api.integrations.remove({ params });
  await org.api.conversations.erase({ params: { conversation_id: String(call?.id) } });
  await eventually(async () => {
    const left = await allItems(integration.id);
    expect(left.filter(({ pk }) => pk.startsWith('provider_call#'))).toEqual([]);
  });
});
