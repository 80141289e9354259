import { expect, test } from 'vitest';
import { newAgent, organization, refusalOf, unknownId } from '../../fixtures.ts';
import { analyzing, endedConversation } from '../../support/analysis.ts';
import { connect, conversationsOf, deliver, newCall, settled } from '../../support/connected.ts';
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

test.each(['before', 'during', 'after'])(
  'a report that comes %s a review counts once the review is removed',
  async (time) => {
    const org = await analyzing();
    const { id: agent_id } = await newAgent(org);
    const call = newCall('retell');
    const integration = await connect(org, 'retell', { [call.agent_id]: agent_id });
    const { id: analyzer_id } = await org.api.analyzers.create({ body: { name: 'Checks' } });
    const last = call.events.at(-1) as { readonly call: { readonly call_analysis: object } };
    const report = async (user_sentiment: string) => {
      const call_analysis = { ...last.call.call_analysis, user_sentiment };
      await deliver(integration, { ...last, call: { ...last.call, call_analysis } });
      await settled(org, integration);
    };
    for (const event of call.events.slice(0, -1)) await deliver(integration, event);
    await settled(org, integration);
    const [conversation] = await conversationsOf(org);
    const conversation_id = conversation?.id ?? '';
    const params = { conversation_id, analyzer_id };
    const decided = async () => {
      const { sentiment, sources } = await org.api.conversations.get({ params: { conversation_id } });
      return [sentiment, sources.sentiment];
    };
    await eventually(() => org.api.analyses.get({ params }));

    if (time === 'before') await report('Positive');
    await org.api.analyses.review({ params, body: { sentiment: 'negative' } });
    if (time === 'during') await report('Positive');
    expect(await decided()).toEqual(['negative', 'review']);
    await org.api.analyses.removeReview({ params });
    if (time === 'after') await report('Positive');
    expect(await decided()).toEqual(['positive', 'provider']);
  },
);
