import { expect, test } from 'vitest';
import type { ProviderName } from '#lib/contract/integrations.ts';
import { providerNames } from '#lib/contract/integrations.ts';
import { keyOf } from '#lib/store/keys.ts';
import { operator, organization, platform, problemOf, refusalOf, suspend } from '../../fixtures.ts';
import { connect, conversationsOf, newCall, settled } from '../../support/connected.ts';
import { creates, preparedDeployment } from '../../support/deployments.ts';
import { changeIntegration } from '../../support/integrations.ts';
import { postEvent } from '../../support/provider-webhooks.ts';
import { tableOf } from '../../support/table.ts';
import { anyAgent, ended } from '../../support/test-suites.ts';

/** The place at each provider for the values of our agents. */
const expected: Readonly<Record<ProviderName, object>> = {
  elevenlabs: {
    name: 'Mia of Harbor Dental',
    conversation_config: {
      agent: {
        first_message: 'Good morning.',
        language: 'de',
        prompt: {
          prompt: 'You are Mia.\n\nYour tone of voice is warm. You are patient.',
          llm: 'gpt-4.1',
          temperature: 0.3,
          max_tokens: 300,
          tool_ids: [expect.any(String)],
          knowledge_base: [{ type: 'text' }],
        },
      },
      tts: { voice_id: 'voice_1', speed: 1.1 },
    },
    platform_settings: {
      workspace_overrides: { webhooks: { post_call_webhook_id: expect.any(String) } },
    },
  },
  vapi: {
    name: 'Mia of Harbor Dental',
    firstMessage: 'Good morning.',
    transcriber: { language: 'de' },
    voice: { provider: '11labs', voiceId: 'voice_1', speed: 1.1 },
    model: {
      provider: 'openai',
      model: 'gpt-4.1',
      temperature: 0.3,
      maxTokens: 300,
      messages: [{ role: 'system', content: expect.stringContaining('You are Mia.') }],
      tools: [{ type: 'function', function: { name: 'find_slots' } }],
    },
    serverMessages: ['end-of-call-report', 'status-update'],
  },
  retell: {
    agent_name: 'Mia of Harbor Dental',
    language: 'de-DE',
    voice_id: 'voice_1',
    voice_speed: 1.1,
    response_engine: { type: 'retell-llm' },
  },
};

const notCarried: Readonly<Record<ProviderName, string[]>> = {
  elevenlabs: [],
  vapi: ['documents'],
  retell: ['model.max_tokens', 'tools'],
};

test.for(providerNames)('an agent is made at %s from ours, and its calls are ours', async (provider) => {
  const { org, agent, params, integration, deploy, collections, agents } = await preparedDeployment(provider);
  const deployment = await deploy();
  expect(deployment).toMatchObject({ status: 'current', agent_version: 1, provider, status_detail: null });
  expect(deployment.not_carried.map(({ field }) => field).sort()).toEqual(notCarried[provider]);

  const [made, ...more] = await agents();
  expect(more).toEqual([]);
  expect(made).toMatchObject(expected[provider]);
  if (provider === 'retell') {
    const [llm] = Object.values((await collections()).llms ?? {});
    expect(llm).toMatchObject({
      general_prompt: expect.stringMatching(
        /^You are Mia\.\n\n.*\n\nYour tone of voice is warm\. You are patient\.$/,
      ),
      begin_message: 'Good morning.',
      model: 'gpt-4.1',
      knowledge_base_ids: [expect.any(String)],
    });
  }
  const { agents: mapped } = await org.api.integrations.get({ params: { integration_id: integration.id } });
  expect(mapped).toEqual([{ provider_agent_id: deployment.provider_agent_id, agent_id: agent.id }]);
  expect((await org.api.deployments.list({ params })).data).toEqual([deployment]);
});

test('a version that has not passed the gate of its agent is not deployed', async () => {
  const { org, params, deploy, agents } = await preparedDeployment('vapi', { model: undefined });
  const scenario = await org.api.scenarios.create({ body: anyAgent });
  const body = { name: 'Daily', scenario_ids: [scenario.id] };
  const { id: suite_id } = await org.api.testSuites.create({ body });
  await org.api.gates.replace({ params, body: { suite_id } });
  expect(await refusalOf(deploy())).toBe('409 gate_not_passed');
  expect(await agents()).toEqual([]);

  const above = await org.api.gates.get({ params });
  expect(await deploy({ override: { reason: 'A demonstration' } })).toMatchObject({ agent_version: 1 });
  expect(await org.api.gates.get({ params })).toMatchObject({
    gates: [{ ...above.gates[0], overridden: { reason: 'A demonstration', version: 1 } }],
  });

  const run = await org.api.testRuns.create({ params, body: { suite_id } });
  expect(await ended(org, run.id)).toMatchObject({ result: 'passed' });
  expect(await deploy()).toMatchObject({ status: 'current', agent_version: 1 });
});

test('the secret that ElevenLabs signs with is that of the webhook that was made there', async () => {
  const { org, integration, deploy, collections } = await preparedDeployment('elevenlabs');
  const { provider_agent_id } = await deploy();
  const [webhook] = Object.values((await collections()).webhooks ?? {});
  expect(webhook?.webhook_url).toBe(integration.webhook_url);
  const [payload] = newCall('elevenlabs', provider_agent_id ?? '').events;
  const response = await postEvent(integration, `secret-of-${webhook?.webhook_id}`, payload);
  expect(response.status).toBe(200);
  await settled(org, integration);
  expect(await conversationsOf(org)).toHaveLength(1);
});

test.for(providerNames)(
  'a deployment at %s shows what has changed here and there, and is updated by another',
  async (provider) => {
    const { org, account, params, deploy, collections, agents } = await preparedDeployment(provider);
    const { id: deployment_id, provider_agent_id } = await deploy();
    const read = () => org.api.deployments.get({ params: { ...params, deployment_id } });
    expect((await read()).status).toBe('current');

    await org.api.agents.update({ params, body: { prompt: 'You are Max.' } });
    expect((await read()).status).toBe('outdated');
    const second = await deploy();
    expect(second).toMatchObject({
      id: deployment_id,
      provider_agent_id,
      agent_version: 2,
      status: 'current',
    });
    expect(JSON.stringify(await collections())).toContain('You are Max.');

    const id = provider_agent_id ?? '';
    const [made] = await agents();
    const changed = { ...made, name: 'Changed there', agent_name: 'Changed there' };
    await account.plan({ collections: { agents: { [id]: changed } } });
    expect((await read()).status).toBe('drifted');

    await org.api.deployments.remove({ params: { ...params, deployment_id } });
    const left = Object.entries(await collections()).filter(
      ([name, members]) => name !== 'webhooks' && Object.keys(members).length > 0,
    );
    expect(left).toEqual([]);
    expect(await refusalOf(read())).toBe('404 deployment_not_found');
  },
);

test.for(
  providerNames.flatMap((provider) =>
    creates[provider].flatMap((at) =>
      (['broken', 'cut'] as const).map((trouble) => ({ provider, at, trouble })),
    ),
  ),
)('an answer of $provider that is $trouble at $at makes nothing twice', async ({ provider, at, trouble }) => {
  const { account, deploy, collections } = await preparedDeployment(provider);
  await account.plan({ plans: [{ at, trouble, times: 1 }] });
  const problem = await problemOf(deploy());
  expect([problem.status, problem.code]).toEqual([503, 'provider_unavailable']);
  expect((await deploy()).status).toBe('current');
  const counts = Object.entries(await collections()).map(([name, all]) => [name, Object.keys(all).length]);
  expect(counts.filter(([, count]) => count !== 1)).toEqual([]);
});

test('an older version of an agent can be deployed, and is outdated', async () => {
  const { org, agent, params, integration, deploy, agents } = await preparedDeployment('vapi');
  await org.api.agents.update({ params, body: { first_message: 'Good evening.' } });
  const version = (number: number) =>
    org.api.deployments.create({ params, body: { integration_id: integration.id, version: number } });
  expect(await version(1)).toMatchObject({ agent_version: 1, status: 'outdated' });
  expect(await agents()).toMatchObject([{ firstMessage: agent.first_message }]);
  expect(await deploy()).toMatchObject({ agent_version: 2, status: 'current' });
  expect(await agents()).toMatchObject([{ firstMessage: 'Good evening.' }]);
  expect(await refusalOf(version(3))).toBe('404 agent_version_not_found');
});

test('two deployments at the same time make one agent', async () => {
  const { deploy, agents } = await preparedDeployment('vapi');
  const results = await Promise.allSettled([deploy(), deploy(), deploy()]);
  expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
  expect(await agents()).toHaveLength(1);
});

test('nobody deploys or removes while another request has the lease of the deployment, until it expires', async () => {
  const { org, params, integration, deploy, agents } = await preparedDeployment('vapi');
  const { id: deployment_id } = await deploy();
  const { get, put } = tableOf(platform);
  const key = keyOf('deployment', params.agent_id, integration.id);
  const leased = async (seconds: number) => {
    const lease = new Date(Date.now() + seconds * 1000).toISOString();
    await put({ ...(await get(key)), ...key, lease });
  };
  const remove = () => org.api.deployments.remove({ params: { ...params, deployment_id } });
  await leased(35);
  expect(await refusalOf(deploy())).toBe('409 request_in_flight');
  expect(await refusalOf(remove())).toBe('409 request_in_flight');
  expect(await agents()).toHaveLength(1);
  await leased(-1);
  expect(await deploy()).toMatchObject({ id: deployment_id, status: 'current' });
});

test('what a provider refuses is answered with its own sentence, and shown', async () => {
  const { org, account, params, deploy } = await preparedDeployment('vapi');
  await account.plan({ plans: [{ at: 'POST /assistant', trouble: 'refused' }] });
  const problem = await problemOf(deploy());
  expect([problem.status, problem.code]).toEqual([409, 'provider_refused']);
  expect(problem.message).toContain('It is refused');
  const { data } = await org.api.deployments.list({ params });
  expect(data).toMatchObject([{ status: 'failed', status_detail: expect.stringContaining('It is refused') }]);
});

test.for(providerNames)('a flow is carried to %s', async (provider) => {
  const conversation_flow = {
    start: 'greet',
    nodes: [
      { id: 'greet', instruction: 'Ask for the day.', transitions: [{ to: 'book', when: 'a day is said' }] },
      { id: 'book', instruction: 'Book it.' },
    ],
  };
  const { deploy, collections } = await preparedDeployment(provider, { conversation_flow });
  expect(await deploy()).toMatchObject({ status: 'current' });
  const made = JSON.stringify(await collections());
  for (const text of ['Ask for the day.', 'Book it.', 'a day is said']) expect(made).toContain(text);
});

test('an account of an organization below, or of nobody, is not deployed to', async () => {
  const { org, params } = await preparedDeployment('vapi');
  const below = await organization(org);
  const other = await connect(below, 'vapi', {}, { api_key: `key-of-${below.client.id}` });
  const to = (integration_id: string) => org.api.deployments.create({ params, body: { integration_id } });
  expect(await refusalOf(to(other.id))).toBe('404 integration_not_found');
  const keyless = await connect(org, 'vapi');
  expect(await refusalOf(to(keyless.id))).toBe('409 integration_without_key');
});

test('a disabled integration deploys nothing, and neither does a suspended organization', async () => {
  const { org, integration, deploy, agents } = await preparedDeployment('vapi');
  await changeIntegration(org, integration, { status: 'disabled' });
  expect(await refusalOf(deploy())).toBe('409 integration_disabled');
  await suspend(org);
  expect(await refusalOf(deploy())).toBe('409 client_suspended');
  expect(await agents()).toEqual([]);
});

test.for(providerNames)(
  'a tool with an action is not made at %s, and the deployment says so',
  async (provider) => {
    const tools = [
      {
        name: 'cancel_order',
        action: { type: 'http', url: 'https://shop.example/', bind: { id: '{{id}}' } },
      },
    ];
    const { deploy, collections } = await preparedDeployment(provider, { tools });
    const { not_carried } = await deploy();
    expect(not_carried.map(({ field }) => field)).toContain('tools');
    expect(JSON.stringify(await collections())).not.toContain('cancel_order');
  },
);

test.for([
  ['de', undefined, 'eleven_flash_v2_5', false],
  ['de', 'eleven_turbo_v2_5', 'eleven_turbo_v2_5', false],
  ['de', 'eleven_turbo_v2', 'eleven_flash_v2_5', true],
  ['en-GB', undefined, 'eleven_flash_v2', false],
  ['en-GB', 'eleven_flash_v2_5', 'eleven_flash_v2', true],
] as const)('an agent at ElevenLabs that speaks %s with %s has the model %s', async (one) => {
  const [language, model, expected, isReplaced] = one;
  const voice = { provider: 'elevenlabs', ...(model && { model }) };
  const { org, agent, deploy, agents } = await preparedDeployment('elevenlabs', { language: 'fr' });
  await deploy();
  await org.api.agents.update({ params: { agent_id: agent.id }, body: { language, voice } });
  const { not_carried } = await deploy();
  expect(await agents()).toMatchObject([{ conversation_config: { tts: { model_id: expected } } }]);
  expect(not_carried.map(({ field }) => field).includes('voice.model')).toBe(isReplaced);
});

/** The texts of the agent that a deployment has made, with all that the provider adds to them. */
const sentTexts = {
  elevenlabs: {
    first: '{{system__caller_id}}',
    prompt: /^Today is \{\{system__time\}\}\. This is Mia of .*, for there\.$/m,
    // Its prompts have the time then.
    more: '"timezone":"Europe/Berlin"',
  },
  vapi: {
    first: '{{customer.number}}',
    prompt:
      /^Today is \{\{"now" \| date: "%A", "Europe\/Berlin"\}\}\. This is Mia of .*, for \{\{customer\.name\}\}\.$/m,
    more: 'Now it is {{\\"now\\" | date: \\"%A, %Y-%m-%d, %H:%M\\", \\"Europe/Berlin\\"}}',
  },
  retell: {
    first: '{{user_number}}',
    prompt: /^Today is \{\{current_time_Europe\/Berlin\}\}\. This is Mia of .*, for there\.$/m,
    more: 'Now it is {{current_time_Europe/Berlin}}.',
  },
} as const;

test.for(providerNames)(
  'an agent at %s knows the time, and the variables of the platform',
  async (provider) => {
    const prompt = 'Today is {{now.weekday}}. This is Mia of {{client.name}}, for {{caller.name|there}}.';
    const texts = { first_message: 'You call from {{caller.number}}{{caller.id}}', prompt };
    const { org, deploy, collections } = await preparedDeployment(provider, texts);
    const settings = { timezone: 'Europe/Berlin' };
    await operator.clients.update({ params: { client_id: org.client.id }, body: { settings } });
    const { not_carried } = await deploy();
    expect(not_carried).toContainEqual({
      field: 'variables',
      detail: 'The provider has no variable for {{caller.id}}, which has no default either',
    });
    const made = await collections();
    const sent: string[] = [];
    const all = JSON.stringify(made, (_, value) => {
      if (typeof value === 'string') sent.push(value);
      return value;
    });
    const wanted = sentTexts[provider];
    expect(sent).toContain(`You call from ${wanted.first}`);
    expect(sent.filter((text) => wanted.prompt.test(text))).not.toEqual([]);
    expect(all).toContain(wanted.more);
    expect(all).not.toMatch(/\{\{(now|caller|client)\./);
  },
);
