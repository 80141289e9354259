import { expect, test } from 'vitest';
import {
  newAgent,
  operator,
  organization,
  platform,
  problemOf,
  providerAccount,
  refusalOf,
  suspend,
  unknownId,
} from '../../fixtures.ts';
import { allItems } from '../../support/table.ts';

const faultsOf = async (call: Promise<unknown>): Promise<string[]> => {
  const { problem } = await problemOf(call);
  const errors = (problem.errors ?? []) as { pointer?: string; code: string }[];
  return errors.map(({ pointer, code }) => `${pointer} ${code}`);
};

test('an integration shows where webhooks go, and of its secrets a hint at most', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const mapping = { provider_agent_id: 'agent_of_the_provider', agent_id: agent.id };
  const integration = await org.api.integrations.create({
    body: {
      provider: 'elevenlabs',
      name: 'Production',
      api_key: 'good-key-of-elevenlabs-9f3c',
      webhook_secret: 'wsec_that_nobody_sees',
      agents: [mapping],
      metadata: { team: 'voice' },
    },
  });
  expect(integration).toMatchObject({
    client_id: org.client.id,
    provider: 'elevenlabs',
    api_key_hint: '9f3c',
    verification: null,
    agents: [mapping],
    status: 'active',
    status_detail: null,
    webhook_url: `${platform.base_url}/v1/integrations/${integration.id}/events`,
    metadata: { team: 'voice' },
  });
  const read = await org.api.integrations.get({ params: { integration_id: integration.id } });
  expect(read).toEqual(integration);
  for (const secret of ['good-key-of-elevenlabs', 'wsec_that_nobody_sees']) {
    expect(JSON.stringify(read)).not.toContain(secret);
    expect(await allItems(secret)).toEqual([]);
  }
});

test('an account at Deepgram has a key that can grant tokens, and nothing else', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const create = (body: object) =>
    org.api.integrations.create({
      body: { provider: 'deepgram', name: 'Ears', api_key: 'good-key-of-deepgram', ...body },
    });
  const agents = [{ provider_agent_id: 'one', agent_id: agent.id }];
  expect(await faultsOf(create({ api_key: null }))).toEqual(['/api_key required']);
  expect(await faultsOf(create({ webhook_secret: 'a-secret-of-webhooks' }))).toEqual([
    '/webhook_secret not_applicable',
  ]);
  expect(await faultsOf(create({ agents }))).toEqual(['/agents not_applicable']);
  expect(await faultsOf(create({ api_key: 'bad-key-of-deepgram' }))).toEqual(['/api_key refused']);
  const { id: integration_id, webhook_url, ...made } = await create({});
  expect(made).toMatchObject({ status: 'active', api_key_hint: 'gram', agents: [] });
  const params = { integration_id };
  expect(await faultsOf(org.api.integrations.update({ params, body: { agents } }))).toEqual([
    '/agents not_applicable',
  ]);
  const posted = await fetch(webhook_url, { method: 'POST', body: '{}' });
  expect(posted.status).toBe(404);
  const call = { params: { agent_id: agent.id }, body: { integration_id, to: '+4369912345678' } };
  expect(await refusalOf(org.api.calls.create(call))).toBe('409 agent_not_deployed');
  const deployment = { params: { agent_id: agent.id }, body: { integration_id } };
  expect(await refusalOf(org.api.deployments.create(deployment))).toBe('409 provider_not_supported');
});

test('Vapi’s webhooks are verified by a header unless something else is said, and nobody else has a choice', async () => {
  const org = await organization();
  const create = (body: object) =>
    org.api.integrations.create({ body: { provider: 'vapi', name: 'One', ...body } });
  expect((await create({})).verification).toBe('secret_header');
  expect((await create({ verification: 'hmac' })).verification).toBe('hmac');
  expect(await faultsOf(create({ provider: 'retell', verification: 'bearer' }))).toEqual([
    '/verification not_applicable',
  ]);
});

test.for(['elevenlabs', 'vapi', 'retell'] as const)(
  'an API key that %s refuses is refused',
  async (provider) => {
    const org = await organization();
    const body = { provider, name: 'Wrong', api_key: 'bad-key-of-nobody' };
    const problem = await problemOf(org.api.integrations.create({ body }));
    expect(problem.problem.errors).toEqual([
      { pointer: '/api_key', code: 'refused', detail: expect.stringMatching(/refuses the API key \(401/) },
    ]);
    // Neither the key nor a part of it is quoted, as the provider does.
    const [{ detail = '' } = {}] = problem.errors;
    expect(detail).toContain('Invalid API key: "[API key]", which ends in [API key].');
    expect(detail).not.toMatch(/bad-key|of-nobody/);
    expect((await org.api.integrations.list({})).data).toEqual([]);
  },
);

test('a provider that cannot be reached is no reason to refuse an integration, which says so', async () => {
  const org = await organization();
  const account = providerAccount(`key-of-${org.client.id}`);
  await account.plan({ plans: [{ at: 'GET /assistant', trouble: 'down' }] });
  const body = { provider: 'vapi', name: 'Down', api_key: account.apiKey } as const;
  expect(await org.api.integrations.create({ body })).toMatchObject({
    status: 'failing',
    status_detail: expect.stringContaining('Vapi cannot be reached'),
  });
});

test('a mapping to an agent that is not the organization’s is refused, with its place', async () => {
  const [org, stranger] = await Promise.all([organization(), organization()]);
  const below = await organization(org);
  const [own, lower, foreign] = await Promise.all([newAgent(org), newAgent(below), newAgent(stranger)]);
  const agents = [own.id, foreign.id, lower.id, unknownId('agent')].map((agent_id, at) => ({
    provider_agent_id: `agent_${at}`,
    agent_id,
  }));
  const create = (mapped: typeof agents) =>
    org.api.integrations.create({ body: { provider: 'retell', name: 'Mapped', agents: mapped } });
  expect(await faultsOf(create(agents))).toEqual([
    '/agents/1/agent_id not_found',
    '/agents/3/agent_id not_found',
  ]);
  expect(await faultsOf(create([agents[0], agents[0]] as typeof agents))).toEqual(['/agents invalid']);
  expect((await create([agents[0], agents[2]] as typeof agents)).agents).toHaveLength(2);
});

test('an integration needs an organization that is there and not suspended', async () => {
  const org = await organization();
  const body = { provider: 'vapi', name: 'Nobody’s' } as const;
  expect(await faultsOf(operator.integrations.create({ body }))).toEqual(['/client_id required']);
  const elsewhere = { ...body, client_id: unknownId('client') };
  expect(await refusalOf(operator.integrations.create({ body: elsewhere }))).toBe('404 client_not_found');
  await suspend(org);
  expect(await refusalOf(org.api.integrations.create({ body }))).toBe('409 client_suspended');
});

test('an integration that is sent twice under one key is made once', async () => {
  const org = await organization();
  const send = () =>
    org.api.integrations.create({
      body: { provider: 'vapi', name: 'Once', webhook_secret: 'sent-with-a-key' },
      idempotencyKey: 'once',
    });
  const [first, second] = [await send(), await send()];
  expect(second).toEqual(first);
  expect((await org.api.integrations.list({})).data).toHaveLength(1);
});
