import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import OpenAI from 'openai';
import { afterAll, expect, inject, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';
import type { Organization } from './fixtures.ts';
import { clientFor, makeKey, operator, organization, platform, refusalOf, usersOf } from './fixtures.ts';
import { preparedDeployment } from './support/deployments.ts';
import { eventually } from './support/eventually.ts';
import { changeIntegration } from './support/integrations.ts';
import { planAnswers } from './support/model-server.ts';
import type { Receiver } from './support/receiver.ts';
import { answering, startReceiver } from './support/receiver.ts';

/*
 * Agents whose voice is a provider's and whose mind is here: what a deployment tells the provider suffices to
 * ask for answers.
 */

const receivers: Receiver[] = [];

afterAll(async () => {
  for (const receiver of receivers) await receiver.close();
});

type Prepared = Awaited<ReturnType<typeof preparedDeployment>>;

const onPlatform = ({ org, params, integration }: Prepared) =>
  org.api.deployments.create({ params, body: { integration_id: integration.id, runs_on: 'platform' } });

interface Told {
  readonly url: string;
  readonly token: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The settings that a deployment gave each provider, as the provider would send them. */
const toldTo = {
  elevenlabs: async ({ agents, collections }: Prepared, call: string): Promise<Told> => {
    const [made] = (await agents()) as {
      conversation_config: { agent: { prompt: Record<string, never> } };
    }[];
    const { custom_llm } = (made?.conversation_config.agent.prompt ?? {}) as unknown as {
      custom_llm: {
        url: string;
        api_key: { secret_id: string };
        request_headers: Record<string, { variable_name: string }>;
      };
    };
    const { secrets = {} } = await collections();
    expect(custom_llm.request_headers).toEqual({ 'X-Call-Id': { variable_name: 'system__conversation_id' } });
    const token = String(secrets[custom_llm.api_key.secret_id]?.value);
    return { url: custom_llm.url, token, headers: { 'x-call-id': call } };
  },
  vapi: async ({ agents }: Prepared): Promise<Told> => {
    const [made] = (await agents()) as { model: { url: string; headers: Record<string, string> } }[];
    return { url: made?.model.url ?? '', token: 'of Vapi', headers: made?.model.headers ?? {} };
  },
} as const;

/** An agent with a tool that writes, and a model that calls it. */
const shopAgent = async () => {
  const receiver = await startReceiver(
    answering(200, { 'content-type': 'application/json' }, '{"done":true}'),
  );
  receivers.push(receiver);
  const marker = randomUUID();
  const asked = await planAnswers(inject('modelServer'), marker, [
    { calls: [{ name: 'cancel_order', arguments: {} }] },
    { text: 'Cancelled.', calls: [{ name: 'hang_up', arguments: {} }] },
  ]);
  const more = {
    prompt: `You are Mia (${marker}).`,
    model: { id: 'test-model' },
    tools: [
      { name: 'cancel_order', action: { type: 'http', url: receiver.url, effect: 'write' } },
      { name: 'hang_up', action: { type: 'builtin', name: 'end' } },
      { name: 'to_office', action: { type: 'builtin', name: 'transfer', number: '+4930123456' } },
      { name: 'press_keys', action: { type: 'builtin', name: 'send_digits' } },
    ],
  };
  return { receiver, asked, more };
};

const usageOf = async ({ client }: Pick<Organization, 'client'>) =>
  (
    await operator.usage.get({
      params: { client_id: client.id },
      query: { interval: 'total', group_by: 'provider' },
    })
  ).rows;

test.for(['elevenlabs', 'vapi'] as const)(
  '%s asks the platform for the answers of an agent',
  async (provider) => {
    const { receiver, more } = await shopAgent();
    const prepared = await preparedDeployment(provider, more);
    const deployment = await onPlatform(prepared);
    expect(deployment).toMatchObject({ status: 'current', runs_on: 'platform', not_carried: [] });
    const made = JSON.stringify(await prepared.agents());
    for (const hidden of ['You are Mia', 'cancel_order', 'press_keys']) expect(made).not.toContain(hidden);
    expect(made).toContain('+4930123456');
    expect(made).toContain(provider === 'vapi' ? '{"type":"dtmf"}' : '"play_keypad_touch_tone"');

    const call = randomUUID();
    const { url, token, headers } = await toldTo[provider](prepared, call);
    expect(url).toBe(`${platform.base_url}/v1/live/agents/${prepared.agent.id}`);
    const openai = new OpenAI({ baseURL: url, apiKey: token, defaultHeaders: headers, maxRetries: 0 });
    const ender = provider === 'vapi' ? 'endCall' : 'end_call';
    const { choices } = await openai.chat.completions.create({
      model: prepared.agent.id,
      messages: [{ role: 'user', content: 'Cancel my order' }],
      tools: [{ type: 'function', function: { name: ender, parameters: {} } }],
      ...(provider === 'vapi' && { call: { id: call, type: 'inboundPhoneCall' } }),
    } as OpenAI.ChatCompletionCreateParamsNonStreaming);
    expect(choices[0]?.message).toMatchObject({
      content: 'Cancelled.',
      tool_calls: [{ function: { name: ender } }],
    });
    expect(receiver.received.map(({ text }) => JSON.parse(text))).toMatchObject([{ call_id: call }]);

    // The call has minutes, once the provider reports it. Its answers have tokens, and are not billed as
    // messages.
    await eventually(async () => {
      expect(await usageOf(prepared.org)).toMatchObject([
        { group: { provider }, conversations: 0, messages: 0, tokens: { input: 22, output: 14 } },
      ]);
    });

    const params = { ...prepared.params, deployment_id: deployment.id };
    expect((await prepared.org.api.deployments.get({ params })).status).toBe('current');
    await prepared.org.api.deployments.remove({ params });
    const again = openai.chat.completions.create({
      model: 'any',
      messages: [{ role: 'user', content: 'Hi' }],
    });
    await expect(again).rejects.toMatchObject({ status: 401, code: 'unauthenticated' });
    const left = Object.entries(await prepared.collections()).filter(([name]) => name !== 'webhooks');
    expect(left.flatMap(([, members]) => Object.keys(members))).toEqual([]);
  },
);

test('a page whose messages fail silences neither the calls nor the chats of another client', async () => {
  const reseller = await organization(undefined, 'reseller');
  const users = { ...usersOf(platform), organization: () => organization(reseller, 'client') };
  const prepared = await preparedDeployment('elevenlabs', { model: { id: 'rehearsal' } }, users);
  await onPlatform(prepared);
  const { url, token } = await toldTo.elevenlabs(prepared, 'any');
  const said = { model: 'any', messages: [{ role: 'user' as const, content: 'Hi' }] };
  const ask = (call: string) =>
    new OpenAI({
      baseURL: url,
      apiKey: token,
      defaultHeaders: { 'x-call-id': call },
      maxRetries: 0,
    }).chat.completions
      .create(said)
      .asResponse();
  const chatOf = async (api: Organization['api'], agent_id: string) => {
    const { id: conversation_id, session_token } = await api.chats.create({ params: { agent_id }, body: {} });
    const of = { params: { conversation_id }, body: { text: 'Hello' } };
    return () => clientFor(session_token).chats.send(of);
  };
  const chat = await chatOf(prepared.org.api, prepared.agent.id);
  const call = randomUUID();
  expect((await ask(call)).status).toBe(200);

  const stranger = await users.organization();
  const marker = randomUUID();
  await planAnswers(inject('modelServer'), marker, [{ status: 400, body: '{}' }]);
  const failing = { name: 'Pia', prompt: `You are Pia (${marker}).`, model: { id: 'test-model' } };
  const { id } = await stranger.api.agents.create({ body: failing });
  const flood = await chatOf(stranger.api, id);
  const refusals = new Set<string>();
  // Most of those that come at once find the chat busy, and are not counted.
  for (let wave = 0; wave < 100 && !refusals.has('429 rate_limited'); wave += 1) {
    const refused = await Promise.all(Array.from({ length: 30 }, () => refusalOf(flood())));
    for (const each of refused) refusals.add(each);
  }
  expect(refusals).toContain('429 rate_limited');
  for (const each of [call, randomUUID()]) expect((await ask(each)).status).toBe(200);
  expect(await chat()).toMatchObject({ ended: false });
});

test('the token of a deployment is for its agent, and for nothing else', async () => {
  const prepared = await preparedDeployment('elevenlabs');
  await onPlatform(prepared);
  const { token } = await toldTo.elevenlabs(prepared, 'any');
  const other = await prepared.org.api.agents.create({ body: { name: 'Other' } });
  const ask = (agentId: string) =>
    new OpenAI({
      baseURL: `${platform.base_url}/v1/live/agents/${agentId}`,
      apiKey: token,
      maxRetries: 0,
    }).chat.completions.create({ model: 'any', messages: [{ role: 'user', content: 'Hi' }] });
  await expect(ask(other.id)).rejects.toMatchObject({ status: 401 });
  const response = await fetch(`${platform.base_url}/v1/agents/${prepared.agent.id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(401);
});

test('an agent answers as it was deployed, and another deployment keeps its place and its token', async () => {
  const prepared = await preparedDeployment('vapi', { model: null });
  const first = await onPlatform(prepared);
  const before = await toldTo.vapi(prepared);
  const { org, params, deploy } = prepared;
  const say = async () => {
    const { url, headers } = await toldTo.vapi(prepared);
    const openai = new OpenAI({ baseURL: url, apiKey: 'none', defaultHeaders: headers, maxRetries: 0 });
    const { choices } = await openai.chat.completions.create({
      model: 'any',
      messages: [{ role: 'user', content: 'Hi' }],
    });
    return choices[0]?.message.content;
  };
  await org.api.agents.update({ params, body: { prompt: 'You are Max.' } });
  expect(await say()).toContain('You are Mia');
  expect(await deploy()).toMatchObject({ id: first.id, runs_on: 'platform', agent_version: 2 });
  expect(await toldTo.vapi(prepared)).toEqual(before);
  expect(await say()).toContain('You are Max');
});

/** Asks for an answer as the provider would, and returns the status. */
const ask = async ({ url, token, headers }: Told): Promise<number> => {
  const { status } = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }] }),
  });
  return status;
};

test('a token is not accepted while its account is disabled, and no more once it is disconnected', async () => {
  const prepared = await preparedDeployment('elevenlabs', { model: null });
  const { org, params, integration } = prepared;
  const { id: deployment_id } = await onPlatform(prepared);
  const told = await toldTo.elevenlabs(prepared, 'any');
  const becomes = async (status: 'active' | 'disabled') => {
    await changeIntegration(org, integration, { status });
    return ask(told);
  };
  expect([await ask(told), await becomes('disabled'), await becomes('active')]).toEqual([200, 401, 200]);
  await org.api.integrations.remove({ params: { integration_id: integration.id } });
  expect(await ask(told)).toBe(401);
  await org.api.deployments.remove({ params: { ...params, deployment_id } });
  expect(await ask(told)).toBe(401);
});

test('a token ends with the removal of its deployment while the account is disabled', async () => {
  const prepared = await preparedDeployment('elevenlabs', { model: null });
  const { org, params, integration } = prepared;
  const { id: deployment_id } = await onPlatform(prepared);
  const told = await toldTo.elevenlabs(prepared, 'any');
  await changeIntegration(org, integration, { status: 'disabled' });
  await org.api.deployments.remove({ params: { ...params, deployment_id } });
  await changeIntegration(org, integration, { status: 'active' });
  expect(await ask(told)).toBe(401);
});

test.for([
  ['elevenlabs', 'DELETE /v1/convai/agents/'],
  ['vapi', 'DELETE /assistant'],
] as const)(
  'a removal that %s fails has ended the token, and another deployment has another one',
  async ([provider, at]) => {
    const prepared = await preparedDeployment(provider, { model: null });
    const { org, account, params } = prepared;
    const { id: deployment_id } = await onPlatform(prepared);
    const told = await toldTo[provider](prepared, 'any');
    const remove = () => org.api.deployments.remove({ params: { ...params, deployment_id } });
    await account.plan({ plans: [{ at, trouble: 'unauthorized' }] });
    expect(await refusalOf(remove())).toBe('409 provider_refused');
    expect(await ask(told)).toBe(401);

    await account.plan({ plans: [] });
    const scopes = ['agents:read', 'agents:write', 'integrations:read'] as const;
    const deploys = clientFor(await makeKey(org.client.id, scopes));
    const body = { integration_id: prepared.integration.id };
    expect(await refusalOf(deploys.deployments.create({ params, body }))).toBe('403 insufficient_scope');
    await onPlatform(prepared);
    // Now the deployment has a token, and gives no other one.
    expect(await deploys.deployments.create({ params, body })).toMatchObject({ runs_on: 'platform' });
    const next = await toldTo[provider](prepared, 'any');
    expect([await ask(told), await ask(next)]).toEqual([401, 200]);
    await remove();
    expect([await ask(next), await prepared.agents()]).toEqual([401, []]);
  },
);

test.for(['elevenlabs', 'vapi'] as const)(
  'an agent at %s can go back to a model of the provider, and its token has no answers then',
  async (provider) => {
    const prepared = await preparedDeployment(provider);
    const { org, params, integration, agents } = prepared;
    await onPlatform(prepared);
    const told = await toldTo[provider](prepared, 'any');
    const body = { integration_id: integration.id, runs_on: 'provider' as const };
    expect(await org.api.deployments.create({ params, body })).toMatchObject({
      runs_on: 'provider',
      status: 'current',
    });
    const [made] = await agents();
    const text = JSON.stringify(made);
    expect(text).toContain('You are Mia.');
    expect(text).not.toContain('/v1/live/');
    expect(text).not.toContain('custom-llm');
    expect(await ask(told)).toBe(401);
  },
);

test('what a deployment cannot do is refused', async () => {
  const retell = await preparedDeployment('retell');
  expect(await refusalOf(onPlatform(retell))).toBe('409 custom_llm_not_supported');
  expect(await retell.agents()).toEqual([]);
  const { org, params, integration } = await preparedDeployment('vapi');
  const scopes = ['agents:read', 'agents:write', 'integrations:read'] as const;
  const { key } = await org.api.apiKeys.create({ body: { name: 'Deploys', scopes: [...scopes] } });
  const response = await fetch(`${platform.base_url}/v1/agents/${params.agent_id}/deployments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ integration_id: integration.id, runs_on: 'platform' }),
  });
  expect(await response.json()).toMatchObject({ code: 'insufficient_scope', required_scope: 'chats:write' });
});

test('what a provider’s calls lack is said', async () => {
  const tools = [
    { name: 'to_person', action: { type: 'builtin', name: 'hand_over' } },
    { name: 'show_map', action: { type: 'page' } },
    {
      name: 'speak',
      action: { type: 'builtin', name: 'switch_language', languages: [{ language: 'fr' }] },
    },
  ];
  const prompt = 'You speak with {{name}}.';
  const { not_carried } = await onPlatform(await preparedDeployment('elevenlabs', { tools, prompt }));
  expect(not_carried.map(({ field }) => field)).toEqual(['tools', 'tools', 'tools', 'prompt']);
});

test('an organization without the agent has no use of its deployment', async () => {
  const prepared = await preparedDeployment('vapi');
  const stranger = await organization();
  const body = { integration_id: prepared.integration.id, runs_on: 'platform' as const };
  expect(await refusalOf(stranger.api.deployments.create({ params: prepared.params, body }))).toBe(
    '404 agent_not_found',
  );
});

test('the program of the guide prints what an agent says', async () => {
  const { api, client } = await organization();
  const { id: AGENT } = await api.agents.create({ body: { name: 'Pia', prompt: 'You are Pia.' } });
  const body = { client_id: client.id, name: 'Voice', scopes: ['chats:write' as const] };
  const { key: VOICE_KEY } = await api.apiKeys.create({ body });
  const env = { ...process.env, BASE: platform.base_url, VOICE_KEY, AGENT };
  const program = join(root, 'docs/guides/samples/custom-llm/openai.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env });
  expect(stdout).toContain('You are Pia.');
});
