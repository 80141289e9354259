import { expect, test } from 'vitest';
import { analyzing, endedConversation } from '../../support/analysis.ts';
import { eventually } from '../../support/eventually.ts';

test('a run goes through several pages, and reports its end', async () => {
  const org = await analyzing();
  const first = await endedConversation(org);
  const { agent_id } = first;
  await Promise.all(Array.from({ length: 24 }, () => endedConversation(org, { agent_id })));
  const criteria = [{ name: 'greeting', kind: 'contains' as const, texts: ['how can I help'] }];
  const { id: analyzer_id } = await org.api.analyzers.create({ body: { name: 'Late', criteria } });
  const { id: webhook_id } = await org.api.webhooks.create({ body: { events: ['analysis_run.completed'] } });
  const { id } = await org.api.analysisRuns.create({ body: { analyzer_id, only: 'all' } });
  await eventually(async () => {
    const run = await org.api.analysisRuns.get({ params: { analysis_run_id: id } });
    expect(run).toMatchObject({ status: 'completed', seen: 25, analyzed: 25 });
  });
  const query = { label: 'criterion.greeting:passed', limit: '100' };
  expect((await org.api.conversations.list({ query })).data).toHaveLength(25);
  await eventually(async () => {
    const { data } = await org.api.webhookMessages.list({ params: { webhook_id } });
    expect(data.map(({ event }) => event)).toEqual(['analysis_run.completed']);
  });
});
