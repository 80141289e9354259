import { expect, test } from 'vitest';
import { newAgent, newConversation, operator, organization, refusalOf, unknownId } from './fixtures.ts';

const taken = '409 external_id_exists';
const external_id = 'taken';

test('an external_id of another organization below the same parent is refused by every route that sets one', async () => {
  const parent = await organization();
  const below = { type: 'location', parent_id: parent.client.id } as const;
  await operator.clients.create({ body: { ...below, name: 'First', external_id } });
  const { id: client_id } = await operator.clients.create({ body: { ...below, name: 'Second' } });
  const params = { client_id };
  expect([
    await refusalOf(operator.clients.create({ body: { ...below, name: 'Third', external_id } })),
    await refusalOf(operator.clients.replace({ params, body: { name: 'Second', external_id } })),
    await refusalOf(operator.clients.update({ params, body: { external_id } })),
    await refusalOf(
      operator.subcompanies.create({
        params: { client_id: parent.client.id },
        body: { name: 'Third', external_id },
      }),
    ),
  ]).toEqual([taken, taken, taken, taken]);
});

test('an external_id of another agent, document or conversation is refused by every route that sets one', async () => {
  const { api, client } = await organization();
  const { id: agent_id } = await api.agents.create({ body: { name: 'First', external_id } });
  const params = { agent_id: (await newAgent({ api, client, key: '' })).id };
  const text = 'We open at eight.';
  await api.documents.create({ params, body: { name: 'First', text, external_id } });
  const { id: document_id } = await api.documents.create({ params, body: { name: 'Second', text } });
  const ofDocument = { ...params, document_id };
  await api.conversations.create({ body: { agent_id, external_id } });
  const { id: conversation_id } = await api.conversations.create({ body: { agent_id } });
  const refusals = [
    api.agents.create({ body: { name: 'Third', external_id } }),
    api.agents.replace({ params, body: { name: 'Second', external_id } }),
    api.agents.update({ params, body: { external_id } }),
    api.documents.create({ params, body: { name: 'Third', text, external_id } }),
    api.documents.replace({ params: ofDocument, body: { name: 'Second', text, external_id } }),
    api.documents.update({ params: ofDocument, body: { external_id } }),
    api.conversations.create({ body: { agent_id, external_id } }),
    api.conversations.update({ params: { conversation_id }, body: { external_id } }),
  ].map(refusalOf);
  expect(await Promise.all(refusals)).toEqual(refusals.map(() => taken));
});

test('a call through an integration that does not exist is refused', async () => {
  const org = await organization();
  const { agent_id } = await newConversation(org);
  const body = { to: '+14155550100', integration_id: unknownId('intg') };
  expect(await refusalOf(org.api.calls.create({ params: { agent_id }, body }))).toBe(
    '404 integration_not_found',
  );
});

test('a summary of more conversations than a request reads is refused', async () => {
  const { api, client, key } = await organization();
  const { id: agent_id } = await newAgent({ api, client, key });
  const conversations = Array.from({ length: 50 }, () => ({ agent_id }));
  // Many writes at once can be too much for a slow machine for a moment.
  const maxRetries = 8;
  for (let batch = 0; batch < 6; batch += 1) {
    await api.conversations.batch({ body: { conversations }, maxRetries });
  }
  expect(await refusalOf(api.conversations.summary({ query: { interval: 'total' } }))).toBe(
    '422 range_too_large',
  );
});
