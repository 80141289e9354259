import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { analyzeConversation } from '#lib/analysis/analyze.ts';
import { analyzers } from '#lib/analysis/analyzer-record.ts';
import { beginAnalyses } from '#lib/analysis/begin.ts';
import { continueRun, insertRun } from '#lib/analysis/runs.ts';
import { countConversations } from '#lib/billing/counting.ts';
import { AnalysisRunInput } from '#lib/contract/analysis-runs.ts';
import type { Judge } from '#lib/domain/analysis/judge.ts';
import type { Caller } from '#lib/domain/caller.ts';
import type { Consumption } from '#lib/store/cause.ts';
import { because, nothingConsumed } from '#lib/store/cause.ts';
import type { Event } from '#lib/store/events/events.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { operator, organization, platform } from './fixtures.ts';
import { analyzing, endedConversation } from './support/analysis.ts';
import { eventually } from './support/eventually.ts';
import { overtaken } from './support/fault-proxy.ts';

const measured = async (work: () => Promise<unknown>): Promise<Consumption> => {
  const consumed = nothingConsumed();
  await because({ requestId: null, consumed }, work);
  return consumed;
};

const eventOf = (id: string, path: readonly string[]): Event => ({
  id: 'evt_measured',
  type: 'conversation.ended',
  entity: id,
  client_id: path.at(-1) ?? null,
  path,
  version: 1,
  created_at: new Date(Date.now() + 3_600_000).toISOString(),
  actor: null,
  request_id: null,
});

/** Says about each criterion as much as a model usually does. */
const judge: Judge = async ({ criteria }, _call, meter) => {
  const tokens = { input: 2400, output: 500 };
  await meter.reserve(tokens.input + tokens.output);
  await meter.settle(tokens, { input: 2100, output: 420 });
  return {
    model: 'measured',
    price: null,
    results: criteria.map(({ name }) => ({
      name,
      verdict: 'passed' as const,
      score: null,
      rationale: 'The agent asked for the number of the order, and repeated it before it looked. '.repeat(2),
      evidence: [{ index: 0, quote: 'How can I help you?' }],
      reason: null,
    })),
    fields: [],
    outcome: 'answered',
    sentiment: 'neutral',
    summary: 'The caller asked about an order, which the agent found. It will arrive on Tuesday.',
    reason: null,
  };
};

const levels = ['reseller', 'client', 'subcompany', 'subcompany', 'location'] as const;

test('an analysis at five levels takes at most 80 write units, and none where nobody analyzes', async () => {
  let org = await organization(undefined, 'reseller');
  const top = org;
  for (const type of levels.slice(1)) org = await organization(org, type);
  const path = [...(await pathOf(org.client.id))];
  expect(path).toHaveLength(levels.length);
  const { id } = await endedConversation(org);
  const nobody = await measured(() => beginAnalyses([eventOf(id, path)]));
  expect(nobody.writeUnits).toBe(0);

  await operator.clients.update({
    params: { client_id: top.client.id },
    body: { settings: { analysis: { enabled: true, tokens_per_month: 1_000_000 } } },
  });
  await top.api.analyzers.create({
    body: {
      name: 'Measured',
      criteria: Array.from({ length: 5 }, (_, at) => ({
        name: `criterion_${at}`,
        kind: 'judge' as const,
        instruction: 'The agent was helpful.',
      })),
      outcome: { values: [{ value: 'answered' }] },
      sentiment: true,
      summary: { instruction: 'Two sentences.' },
      success: { rule: 'all_required' },
    },
  });
  const begun = await measured(() => beginAnalyses([eventOf(id, path)]));
  const made = await measured(() => analyzeConversation(id, { again: true }, judge, () => 300_000));
  const counted = await measured(() => countConversations([id]));
  // Claiming and removing the task.
  const ended = 2;
  const units = begun.writeUnits + made.writeUnits + counted.writeUnits + ended;
  expect(units).toBeGreaterThan(20);
  expect(units).toBeLessThanOrEqual(80);
});

test('a function whose time is nearly over leaves analyzers and conversations to its next run', async () => {
  const org = await analyzing();
  const { id } = await endedConversation(org);
  const created = await Promise.all(
    ['One', 'Other'].map((name) => org.api.analyzers.create({ body: { name, sentiment: true } })),
  );
  const ids = created.map((one) => one.id);
  const wanted = { analyzers: ids, again: ids };
  const { made, left } = await analyzeConversation(id, wanted, judge, () => 60_000);
  expect([...made.map(({ analyzer_id }) => analyzer_id), ...left].sort()).toEqual(ids.toSorted());
  expect([made.length, left.length]).toEqual([1, 1]);

  const analyzer = await analyzers.find({ client_id: null } as Caller, ids[0] ?? '');
  if (!analyzer) throw new Error('There is no analyzer');
  const { operations, reply } = insertRun(
    analyzer,
    z.parse(AnalysisRunInput, { analyzer_id: ids[0], only: 'all' }),
  );
  await commit(operations.filter(({ request }) => request.Put?.Item?.kind !== 'analyze_history'));
  let milliseconds = 60_000;
  const run = () =>
    continueRun(
      reply.id,
      judge,
      () => true,
      () => milliseconds,
    );
  const stored = () => org.api.analysisRuns.get({ params: { analysis_run_id: reply.id } });
  expect(await run()).toBe(false);
  expect(await stored()).toMatchObject({ status: 'running', seen: 0, failed: 0 });
  milliseconds = 800_000;
  expect(await run()).toBe(true);
  expect(await stored()).toMatchObject({ status: 'completed', seen: 1, analyzed: 1 });
});

test('a review that is stored while its analysis is made again stays', async () => {
  const org = await analyzing();
  const criteria = [{ name: 'greeting', kind: 'contains' as const, texts: ['good evening'] }];
  const body = { name: 'Hidden', shared: false, criteria };
  const { id: analyzer_id } = await org.api.analyzers.create({ body });
  const { id: conversation_id } = await endedConversation(org);
  const params = { conversation_id, analyzer_id };
  await eventually(() => org.api.analyses.get({ params }));
  const again = () => analyzeConversation(conversation_id, { again: true }, judge, () => 300_000);
  const review = () => org.api.analyses.review({ params, body: { outcome: 'reviewed' } });
  const hold = { contains: analyzer_id, operation: 'TransactWriteItems' };
  await overtaken(platform.dynamodb_endpoint, hold, again, review);
  expect((await org.api.analyses.get({ params })).review).toMatchObject({ outcome: 'reviewed' });
});

const pathOf = async (id: string): Promise<readonly string[]> => {
  const { parent_id } = await operator.clients.get({ params: { client_id: id } });
  return parent_id === null ? [id] : [...(await pathOf(parent_id)), id];
};
