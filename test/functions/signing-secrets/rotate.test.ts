import { expect, test } from 'vitest';
import { clientFor, makeKey, organization, refusalOf } from '../../fixtures.ts';

const newAgent = async () => {
  const org = await organization();
  const { id } = await org.api.agents.create({ body: { name: 'Pia' } });
  return { ...org, params: { agent_id: id } };
};

test('each rotation returns another secret, also of an agent without tools', async () => {
  const { api, params } = await newAgent();
  const first = await api.signingSecrets.rotate({ params });
  expect(first).toMatchObject({ ...params, secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) });
  const second = await api.signingSecrets.rotate({ params, body: { overlap_seconds: 60 } });
  expect(second.secret).not.toBe(first.secret);
});

test('an agent of another organization has none', async () => {
  const { params } = await newAgent();
  const other = await organization();
  expect(await refusalOf(other.api.signingSecrets.rotate({ params }))).toBe('404 agent_not_found');
});

test('a key that only writes agents gets none', async () => {
  const { client, params } = await newAgent();
  const editor = clientFor(await makeKey(client.id, ['agents:write', 'agents:read']));
  expect(await refusalOf(editor.signingSecrets.rotate({ params }))).toBe('403 insufficient_scope');
});
