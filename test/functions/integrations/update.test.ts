import { expect, test } from 'vitest';
import { newAgent, organization, problemOf, providerAccount } from '../../fixtures.ts';
import { postEvent } from '../../support/provider-webhooks.ts';

const payload = { message: { type: 'sample' } };

test('a patch keeps mappings and secrets that it does not name', async () => {
  const org = await organization();
  const account = providerAccount(`key-of-${org.client.id}`);
  const agents = [{ provider_agent_id: 'a', agent_id: (await newAgent(org)).id }];
  const created = await org.api.integrations.create({
    body: {
      provider: 'vapi',
      name: 'First',
      api_key: account.apiKey,
      webhook_secret: 'the-first-secret',
      agents,
    },
  });
  const params = { integration_id: created.id };
  const body = { name: 'Second', verification: 'hmac' as const };
  const updated = await org.api.integrations.update({ params, body });
  expect(updated).toEqual({ ...created, ...body, version: 2, updated_at: updated.updated_at });
  expect(JSON.stringify(updated)).not.toContain('the-first-secret');
  const signed = await org.api.integrations.update({ params, body: { verification: null } });
  expect(signed).toMatchObject({ verification: 'secret_header', agents, version: 3 });
  expect((await postEvent(created, 'the-first-secret', payload)).status).toBe(200);

  const without = await org.api.integrations.update({ params, body: { api_key: null, agents: null } });
  expect(without).toMatchObject({ name: 'Second', api_key_hint: null, agents: [], version: 4 });
  for (const same of [{}, { name: 'Second' }, { api_key: null }, { metadata: { none: null } }]) {
    expect(await org.api.integrations.update({ params, body: same })).toEqual(without);
  }
  expect(await org.api.integrations.replace({ params, body: without })).toEqual(without);
});

test('what a replacement may not do, a patch may not either', async () => {
  const [org, other] = await Promise.all([organization(), organization()]);
  const { id } = await org.api.integrations.create({ body: { provider: 'retell', name: 'Fixed' } });
  const params = { integration_id: id };
  const faultsOf = async (body: object) =>
    (await problemOf(org.api.integrations.update({ params, body }))).errors.map(
      ({ pointer, code }) => `${pointer} ${code}`,
    );
  expect(await faultsOf({ name: null })).toEqual(['/name invalid_type']);
  expect(await faultsOf({ provider: 'vapi' })).toEqual(['/provider unknown']);
  expect(await faultsOf({ verification: 'hmac' })).toEqual(['/verification not_applicable']);
  const foreign = [{ provider_agent_id: 'a', agent_id: (await newAgent(other)).id }];
  expect(await faultsOf({ agents: foreign })).toEqual(['/agents/0/agent_id not_found']);
  expect(await faultsOf({ api_key: 'bad-key-of-nobody' })).toEqual(['/api_key refused']);
});
