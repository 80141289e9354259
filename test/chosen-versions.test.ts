import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { operations } from '#lib/contract/index.ts';
import { changesSomething, scopes } from '#lib/contract/route.ts';
import type { Client } from '#lib/local/client.ts';
import type { Organization } from './fixtures.ts';
import { clientFor, makeKey, organization, problemOf, providerAccount, refusalOf } from './fixtures.ts';
import { connectedToolServer } from './support/tool-servers.ts';

/*
 * An agent acts with the tools of the version that is chosen. Nobody brings back an action with an old
 * version that could not set it.
 */

interface Chosen {
  readonly agent_id: string;
  readonly integration_id: string;
}

/** Each route that chooses a version of an agent. Null: it asks no server, because mocks answer. */
const choices: Readonly<Record<string, ((api: Client, chosen: Chosen) => Promise<unknown>) | null>> = {
  'agentVersions.restore': (api, { agent_id }) =>
    api.agentVersions.restore({ params: { agent_id, agent_version: '1' } }),
  'gates.setLive': (api, { agent_id }) => api.gates.setLive({ params: { agent_id }, body: { version: 1 } }),
  'deployments.create': (api, { agent_id, integration_id }) =>
    api.deployments.create({
      params: { agent_id },
      body: { integration_id, version: 1, runs_on: 'platform' },
    }),
  'testRuns.create': null,
};

const namesIn = (schema: unknown): readonly string[] =>
  Object.keys((schema as z.ZodMiniObject | undefined)?.shape ?? {});

test('each route that chooses a version of an agent is tried here', () => {
  const found = operations.filter(({ route }) => {
    if (!changesSomething(route) || !route.key.includes('/agents/{agent_id}/')) return false;
    const body = namesIn(route.body);
    // An entity that is replaced may have its version, which chooses nothing.
    const choosesInBody = body.includes('version') && !body.includes('id');
    return choosesInBody || namesIn(route.params).includes('agent_version');
  });
  expect(found.map(({ id }) => id).toSorted()).toEqual(Object.keys(choices).toSorted());
});

const family = async () => {
  const reseller = await organization(undefined, 'reseller');
  const client = await organization(reseller, 'client');
  const { apiKey: api_key } = providerAccount(`key-of-${client.client.id}`);
  const body = { provider: 'vapi' as const, name: 'Vapi', api_key };
  const { id: integration_id } = await client.api.integrations.create({ body });
  return { reseller, client, integration_id };
};

type Tools = NonNullable<Parameters<Client['agents']['create']>[0]['body']['tools']>;

const ofServer = async (reseller: Organization): Promise<Tools> => {
  const { toolServer } = await connectedToolServer(reseller);
  const action = { type: 'mcp' as const, tool_server_id: toolServer.id, tool: 'find_order' };
  return [{ name: 'find_order', action }];
};

const posting: Tools = [
  { name: 'note', description: 'Notes', action: { type: 'http', url: 'https://notes.example/a' } },
];

/** An agent of a client whose first version acts, and whose second does not. */
const takenAway = async (by: Organization, of: Organization, tools: Tools): Promise<string> => {
  const { id: agent_id } = await by.api.agents.create({
    body: { name: 'Mia', client_id: of.client.id, tools },
  });
  await by.api.agents.update({ params: { agent_id }, body: { tools: [] } });
  return agent_id;
};

const builder = async ({ client }: Organization): Promise<Client> =>
  clientFor(
    await makeKey(
      client.id,
      scopes.filter((scope) => scope !== 'conversations:read'),
    ),
  );

/** A restored version is written again, with its tools. Others are named. */
const pointerOf = (id: string): string =>
  id === 'agentVersions.restore' ? '/tools/0/action/tool_server_id' : '/version';

const pointersOf = async (call: Promise<unknown>) =>
  (await problemOf(call)).errors.map(({ pointer }) => pointer);

const acting = Object.entries(choices).flatMap(([id, choose]) => (choose ? [{ id, choose }] : []));

test.for(acting)(
  '$id brings back no tool of a server that its caller does not reach',
  async ({ id, choose }) => {
    const { reseller, client, integration_id } = await family();
    const agent_id = await takenAway(reseller, client, await ofServer(reseller));
    const chosen = { agent_id, integration_id };
    expect(await pointersOf(choose(client.api, chosen))).toEqual([pointerOf(id)]);
    await choose(reseller.api, chosen);
  },
);

test.for(acting)('$id brings back no address for a key that reads no conversations', async ({ choose }) => {
  const { client, integration_id } = await family();
  const chosen = { agent_id: await takenAway(client, client, posting), integration_id };
  expect(await refusalOf(choose(await builder(client), chosen))).toBe('403 insufficient_scope');
  await choose(client.api, chosen);
});

test('an agent that follows its newest version again acts with no tool that only others could set', async () => {
  const { reseller, client } = await family();
  const agent_id = await takenAway(reseller, client, await ofServer(reseller));
  const params = { agent_id };
  const setLive = ({ api }: Organization, version: number | null) =>
    api.gates.setLive({ params, body: { version } });
  await setLive(client, 2);
  await reseller.api.agentVersions.restore({ params: { ...params, agent_version: '1' } });
  expect(await pointersOf(setLive(client, null))).toEqual(['/version']);
  expect(await pointersOf(setLive(client, 3))).toEqual(['/version']);
  await setLive(reseller, 3);
  // The tools with which it acts now may stay.
  expect(await setLive(client, null)).toMatchObject({ live_version: null });
  expect(await setLive(client, 1)).toMatchObject({ live_version: 1 });
});

test('a deployment keeps the tools with which the platform answers, and gets those of no other version', async () => {
  const { reseller, client, integration_id } = await family();
  const agent_id = await takenAway(reseller, client, await ofServer(reseller));
  const params = { agent_id };
  const deploy = ({ api }: Organization, version: number, runs_on: 'platform' | 'provider') =>
    api.deployments.create({ params, body: { integration_id, version, runs_on } });
  // A provider that answers itself gets no actions, and none are allowed by that.
  await deploy(client, 2, 'platform');
  await deploy(client, 1, 'provider');
  expect(await pointersOf(deploy(client, 1, 'platform'))).toEqual(['/version']);
  await deploy(reseller, 1, 'platform');
  expect(await deploy(client, 1, 'platform')).toMatchObject({ agent_version: 1 });
  await deploy(client, 2, 'platform');
  expect(await pointersOf(deploy(client, 1, 'platform'))).toEqual(['/version']);
});
