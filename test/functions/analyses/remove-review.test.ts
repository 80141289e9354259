import { expect, test } from 'vitest';
import { organization, refusalOf, unknownId } from '../../fixtures.ts';
import { endedConversation } from '../../support/analysis.ts';

test('only a review that is there is removed', async () => {
  const org = await organization();
  const { id: conversation_id } = await endedConversation(org);
  const params = { conversation_id, analyzer_id: unknownId('anl') };
  expect(await refusalOf(org.api.analyses.removeReview({ params }))).toBe('404 analyzer_not_found');
  const stranger = (await organization()).api;
  expect(await refusalOf(stranger.analyses.removeReview({ params }))).toBe('404 conversation_not_found');
});
