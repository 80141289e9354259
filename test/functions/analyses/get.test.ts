import { expect, test } from 'vitest';
import { clientFor, makeKey, organization, refusalOf, unknownId } from '../../fixtures.ts';
import { endedConversation } from '../../support/analysis.ts';

test('quotes of a conversation are read by keys that may read conversations', async () => {
  const org = await organization();
  const { id: conversation_id } = await endedConversation(org);
  const params = { conversation_id, analyzer_id: unknownId('anl') };
  expect(await refusalOf(org.api.analyses.get({ params }))).toBe('404 analyzer_not_found');
  const unknown = { ...params, conversation_id: unknownId('conv') };
  expect(await refusalOf(org.api.analyses.get({ params: unknown }))).toBe('404 conversation_not_found');
  const key = await makeKey(org.client.id, ['analysis:read']);
  expect(await refusalOf(clientFor(key).analyses.get({ params }))).toBe('403 insufficient_scope');
});
