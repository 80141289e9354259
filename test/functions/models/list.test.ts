import { expect, test } from 'vitest';
import { clientFor, makeKey, organization, refusalOf } from '../../fixtures.ts';

test('the models of the installation are listed, with who may name them', async () => {
  const { api, client } = await organization();
  const { data } = await api.models.list();
  expect(data).toEqual([
    { id: 'rehearsal', uses: ['agents'], default_of: ['agents'] },
    { id: 'test-model', uses: ['agents', 'analyzers'], default_of: ['analyzers'] },
  ]);
  const { id: agent_id } = await api.agents.create({ body: { name: 'Pia', model: { id: 'another' } } });
  const asked = api.agents.test({ params: { agent_id }, body: { messages: [] } });
  expect(await refusalOf(asked)).toBe('409 model_not_allowed');
  const stranger = clientFor(await makeKey(client.id, ['usage:read']));
  expect(await refusalOf(stranger.models.list())).toBe('403 insufficient_scope');
});
