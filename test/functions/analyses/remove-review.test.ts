import { expect, test } from 'vitest';
import { organization, refusalOf, unknownId } from '../../fixtures.ts';
import { analyzing, endedConversation } from '../../support/analysis.ts';
import { eventually } from '../../support/eventually.ts';

test('only a review that is there is removed', async () => {
  const org = await organization();
  const { id: conversation_id } = await endedConversation(org);
  const params = { conversation_id, analyzer_id: unknownId('anl') };
  expect(await refusalOf(org.api.analyses.removeReview({ params }))).toBe('404 analyzer_not_found');
  const stranger = (await organization()).api;
  expect(await refusalOf(stranger.analyses.removeReview({ params }))).toBe('404 conversation_not_found');
});

test('without its reviews, a conversation is as it was, in whatever order they are removed', async () => {
  const org = await analyzing();
  const criteria = [{ name: 'greeting', kind: 'contains' as const, texts: ['how can I help'] }];
  const create = (name: string) => org.api.analyzers.create({ body: { name, criteria } });
  const [one, other] = [await create('one'), await create('other')];
  for (const order of [
    [one, other],
    [other, one],
  ]) {
    const { id: conversation_id } = await endedConversation(org, { outcome: 'original' });
    const paramsOf = ({ id: analyzer_id }: { id: string }) => ({ conversation_id, analyzer_id });
    const decided = async () => {
      const { outcome, sources } = await org.api.conversations.get({ params: { conversation_id } });
      return [outcome, sources.outcome];
    };
    for (const analyzer of [one, other]) {
      const params = paramsOf(analyzer);
      await eventually(() => org.api.analyses.get({ params }));
      await org.api.analyses.review({ params, body: { outcome: analyzer.name } });
    }
    const [first, last] = order as [typeof one, typeof one];
    await org.api.analyses.removeReview({ params: paramsOf(first) });
    expect(await decided()).toEqual([last.name, 'review']);
    await org.api.analyses.removeReview({ params: paramsOf(last) });
    expect(await decided()).toEqual(['original', 'api']);
    await org.api.conversations.update({ params: { conversation_id }, body: { outcome: 'patched' } });
    expect(await decided()).toEqual(['patched', 'api']);
  }
});
