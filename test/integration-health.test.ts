import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Integration } from '#lib/contract/integrations.ts';
import { keyOf } from '#lib/store/keys.ts';
import type { Organization } from './fixtures.ts';
import { available, newAgent, organization, platform, providerAccount, refusalOf } from './fixtures.ts';
import { connect, conversationsOf, deliver, newCall, settled } from './support/connected.ts';
import { preparedDeployment } from './support/deployments.ts';
import { eventually } from './support/eventually.ts';
import { overtaken } from './support/fault-proxy.ts';
import { dialPath, preparedCall } from './support/outbound-calls.ts';
import { fillAccount } from './support/provider-accounts.ts';
import type { Plan } from './support/provider-servers/index.ts';
import type { Receiver } from './support/receiver.ts';
import { startReceiver } from './support/receiver.ts';

/*
 * The status of an integration and its events when the provider refuses the API key, and accepts it again.
 */

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

/** An integration as the API shows it, and the messages about it. */
const watch = async (org: Organization, { id }: Integration) => {
  await org.api.webhooks.create({ body: { url: receiver.url, events: ['integration.failing'] } });
  const params = { integration_id: id };
  return {
    read: () => org.api.integrations.get({ params }),
    messages: () => receiver.about(id).map(({ body }) => body),
    becomes: (status: Integration['status']) =>
      eventually(async () => {
        const found = await org.api.integrations.get({ params });
        expect(found.status).toBe(status);
        return found;
      }),
  };
};

const sentence = (title: string) => `${title} refuses the API key (401: Invalid API key)`;

/** The first request of a call, and the call itself. */
const numbers = 'GET /v2/list-phone-numbers';

test.for([numbers, dialPath.retell])(
  'a call whose key is refused at %s lets the integration fail with one event, until a call is placed',
  async (at) => {
    const refused: Plan[] = [{ at, trouble: 'unauthorized' }];
    const { org, integration, account, call, read } = await preparedCall('retell', refused);
    const { messages, becomes, ...watched } = await watch(org, integration);
    const ended = async () => {
      const { id } = await call();
      await eventually(async () => expect((await read(id)).status).toBe('failed'));
    };
    await ended();
    const failing = await becomes('failing');
    expect(failing).toMatchObject({ status_detail: sentence('Retell'), version: 2 });
    const { data } = await org.api.integrations.list({});
    expect(data).toMatchObject([{ status: 'failing', status_detail: sentence('Retell') }]);

    await ended();
    // The second refusal is known, and the integration is not written again.
    await account.plan({ plans: [] });
    await call();
    expect(await becomes('active')).toMatchObject({ status_detail: null, version: 3 });

    await account.plan({ plans: refused });
    await ended();
    await becomes('failing');
    await eventually(() => expect(messages()).toHaveLength(2));
    const { id, provider, name } = await watched.read();
    for (const { type, data, client_id } of messages()) {
      expect({ type, data, client_id }).toEqual({
        type: 'integration.failing',
        data: { id, provider, name, status_detail: sentence('Retell') },
        client_id: org.client.id,
      });
    }
  },
);

test('a recording that a provider refuses or sends shows the health of the integration', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const account = providerAccount(`key-of-${org.client.id}`);
  const calls = [newCall('elevenlabs'), newCall('elevenlabs')] as const;
  const agents = Object.fromEntries(calls.map(({ agent_id }) => [agent_id, agent.id]));
  const integration = await connect(org, 'elevenlabs', agents, { api_key: account.apiKey });
  const { read, becomes, messages } = await watch(org, integration);
  const bytes = Buffer.concat([Buffer.from('ID3'), Buffer.alloc(1000, 1)]);
  const ended = async ({ events: [event], conversation_id }: (typeof calls)[number]) => {
    const { data, ...transcription } = event as { data: object };
    const audio = { [conversation_id]: { base64: bytes.toString('base64') } };
    await account.plan({ collections: { audio } });
    await deliver(integration, { ...transcription, data: { ...data, has_audio: true } });
    await settled(org, integration);
  };
  await account.plan({ plans: [{ at: 'GET /v1/convai/conversations', trouble: 'unauthorized' }] });
  await ended(calls[0]);
  expect((await becomes('failing')).status_detail).toBe('The API key is refused (401)');
  // Another sentence is shown, and is no other event.
  const params = { integration_id: integration.id };
  await org.api.imports.create({ params, body: { resource: 'conversations' } });
  await eventually(async () => expect((await read()).status_detail).toBe(sentence('ElevenLabs')));

  await account.plan({ plans: [] });
  await ended(calls[1]);
  expect((await becomes('active')).status_detail).toBeNull();
  const id = (await conversationsOf(org)).find(
    ({ provider }) => provider?.conversation_id === calls[1].conversation_id,
  )?.id;
  await available(org, id ?? '');
  await eventually(() => expect(messages()).toHaveLength(1));
});

test('an import whose key is refused lets the integration fail, and one that can be read ends that', async () => {
  const org = await organization();
  const account = await fillAccount('vapi', `key-of-${org.client.id}`, 1);
  const agent = await newAgent(org);
  const mapping = { [account.agent_id]: agent.id };
  const integration = await connect(org, 'vapi', mapping, { api_key: account.apiKey });
  const { becomes, messages } = await watch(org, integration);
  const start = () =>
    org.api.imports.create({
      params: { integration_id: integration.id },
      body: { resource: 'conversations' },
    });
  await account.plan({ plans: [{ at: 'GET /call', trouble: 'unauthorized' }] });
  await start();
  expect((await becomes('failing')).status_detail).toBe(sentence('Vapi'));
  await account.plan({ plans: [] });
  await start();
  await becomes('active');
  await eventually(() => expect(messages()).toHaveLength(1));
});

test('a deployment that the provider refuses or carries out shows the health of the integration', async () => {
  const { org, account, params, integration, deploy } = await preparedDeployment('vapi');
  const { becomes, read, messages } = await watch(org, integration);
  const { id: deployment_id } = await deploy();
  const refused = (at: string) => account.plan({ plans: [{ at, trouble: 'unauthorized' }] });
  await refused('PATCH /assistant');
  await org.api.agents.update({ params, body: { prompt: 'You are Max.' } });
  expect(await refusalOf(deploy())).toBe('409 provider_refused');
  expect(await read()).toMatchObject({ status: 'failing', status_detail: sentence('Vapi') });
  await account.plan({ plans: [] });
  await deploy();
  expect((await read()).status).toBe('active');

  const remove = () => org.api.deployments.remove({ params: { ...params, deployment_id } });
  await refused('DELETE /assistant');
  expect(await refusalOf(remove())).toBe('409 provider_refused');
  expect((await read()).status).toBe('failing');
  await account.plan({ plans: [] });
  await remove();
  await becomes('active');
  await eventually(() => expect(messages()).toHaveLength(2));
});

test.for([
  ['replaced its key', 'active'],
  ['was disabled', 'disabled'],
] as const)('a refusal changes no integration that %s in the meantime', async ([, status]) => {
  const { org, account, integration, params, deploy } = await preparedDeployment('vapi');
  const { id: deployment_id } = await deploy();
  await account.plan({ plans: [{ at: 'DELETE /assistant', trouble: 'unauthorized' }] });
  const ofIntegration = { integration_id: integration.id };
  const { apiKey } = providerAccount(`new-key-of-${org.client.id}`);
  let changed: Integration | undefined;
  await overtaken(
    platform.dynamodb_endpoint,
    { key: keyOf('integration', integration.id), operation: 'TransactWriteItems' },
    () => refusalOf(org.api.deployments.remove({ params: { ...params, deployment_id } })),
    async () => {
      const body = { name: 'Changed', ...(status === 'disabled' ? { status } : { api_key: apiKey }) };
      changed = await org.api.integrations.replace({ params: ofIntegration, body });
    },
  );
  expect(changed).toMatchObject({ status, status_detail: null });
  expect(await org.api.integrations.get({ params: ofIntegration })).toEqual(changed);
});
