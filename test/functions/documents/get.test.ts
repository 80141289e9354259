import { expect, test } from 'vitest';
import type { Client } from '#lib/local/client.ts';
import { clientFor, makeKey, newAgent, organization, refusalOf, unknownId } from '../../fixtures.ts';
import { whileRemembered } from '../../support/remembered.ts';

test('a document is found only with its own agent, even if the key reaches both', async () => {
  const org = await organization();
  const [one, other] = await Promise.all([newAgent(org), newAgent(org)]);
  const { id: document_id } = await org.api.documents.create({
    params: { agent_id: one.id },
    body: { name: 'Hours', text: 'Nine to five' },
  });
  const params = { agent_id: other.id, document_id };
  const body = { name: 'X', text: 'X' };
  for (const ask of [
    () => org.api.documents.get({ params }),
    () => org.api.documents.replace({ params, body }),
    () => org.api.documents.remove({ params }),
  ]) {
    expect(await refusalOf(ask())).toBe('404 document_not_found');
  }
  const there = await org.api.documents.get({ params: { agent_id: one.id, document_id } });
  expect([there.name, there.version]).toEqual(['Hours', 1]);
});

test('another organization’s document is not found through an agent of the caller', async () => {
  const [org, stranger] = await Promise.all([organization(), organization()]);
  const [own, foreign] = await Promise.all([newAgent(org), newAgent(stranger)]);
  const { id } = await stranger.api.documents.create({
    params: { agent_id: foreign.id },
    body: { name: 'Secret', text: 'Secret' },
  });
  const told = async (api: Client, document_id: string) => {
    const params = { agent_id: own.id, document_id };
    const problem = await api.documents.get({ params, requestId: 'same' }).catch((refused) => refused);
    const reads = problem.headers.get('server-timing').replace(/dur=[\d.]+/, '');
    return JSON.stringify([problem.problem, reads]).replaceAll(document_id, 'asked');
  };
  const newKey = () => makeKey(org.client.id);
  const [foreigns, absent] = await whileRemembered(newKey, async (key) => {
    const api = clientFor(key);
    await told(api, id);
    return [await told(api, id), await told(api, unknownId('doc'))];
  });
  expect(foreigns).toBe(absent);
  expect(foreigns).toContain('document_not_found');
});
