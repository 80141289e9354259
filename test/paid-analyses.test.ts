import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { AnalysisRunInput } from '#lib/contract/analysis-runs.ts';
import type { Judge } from '#lib/domain/analysis/judge.ts';
import type { Caller } from '#lib/domain/caller.ts';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import type { Organization, Users } from './support/users.ts';
import { usersOf } from './support/users.ts';

/*
 * Models are paid for each answer, so an analysis that was made must be stored, and not be made again.
 * Nothing follows events here: each analysis is made by the test.
 */

let platform: OwnPlatform;
let users: Users;
let analyze: typeof import('#lib/analysis/analyze.ts')['analyzeConversation'];

beforeAll(async () => {
  // Failures are logged.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  platform = await startOwnPlatform({ following: false, proxied: true });
  users = usersOf(platform.description);
  ({ analyzeConversation: analyze } = await import('#lib/analysis/analyze.ts'));
});
afterAll(() => platform.close());

const tokens = { input: 2500, output: 500 };

/** A verdict about each criterion, for 3,000 tokens. */
const judge: Judge = async ({ criteria }, _call, meter) => {
  await meter.reserve(tokens.input + tokens.output);
  await meter.settle(tokens, tokens);
  return {
    model: 'paid',
    price: null,
    results: criteria.map(({ name }) => ({
      name,
      verdict: 'failed' as const,
      score: null,
      rationale: 'The agent did not help.',
      evidence: [],
      reason: null,
    })),
    fields: [],
    outcome: null,
    sentiment: null,
    summary: null,
    reason: null,
  };
};

const inTime = () => 300_000;

const turns = [
  { role: 'agent' as const, text: 'Hello.' },
  { role: 'user' as const, text: 'Hello?' },
  { role: 'agent' as const, text: 'Bye.' },
];

const newAgent = async ({ client }: Organization): Promise<string> =>
  (await users.operator.agents.create({ body: { name: 'Reception', client_id: client.id } })).id;

const ended = async (org: Organization, agent_id: string): Promise<string> => {
  const body = { agent_id, status: 'completed' as const, duration_ms: 20_000, turns };
  return (await org.api.conversations.create({ body })).id;
};

const enableAnalysis = ({ client }: Organization) =>
  users.operator.clients.update({
    params: { client_id: client.id },
    body: { settings: { analysis: { enabled: true } } },
  });

const judged = { kind: 'judge' as const, instruction: 'The agent was helpful.' };

/** A conversation at the deepest level, and ten analyzers whose results people review. */
const deepest = async (
  criterion: typeof judged | { readonly kind: 'contains'; readonly texts: string[] },
) => {
  let org = await users.organization(undefined, 'reseller');
  for (let level = 2; level <= 8; level += 1)
    org = await users.organization(org, level === 2 ? 'client' : 'subcompany');
  await enableAnalysis(org);
  for (let at = 0; at < 10; at += 1) {
    const criteria = [{ name: 'helpful', ...criterion }];
    await org.api.analyzers.create({ body: { name: `Number ${at}`, criteria, review: { on: ['failed'] } } });
  }
  const conversation_id = await ended(org, await newAgent(org));
  const stored = async () =>
    (await org.api.analyses.list({ params: { conversation_id } })).data.map((one) => one.analyzer_id).sort();
  return { org, id: conversation_id, stored };
};

test.for([judged, { kind: 'contains' as const, texts: ['How can I help you?'] }])(
  'ten reviewed analyzers at the deepest level are all stored ($kind)',
  async (criterion) => {
    const { org, id, stored } = await deepest(criterion);
    const { made, left } = await analyze(id, {}, judge, inTime);
    expect([made.length, left]).toEqual([10, []]);
    expect(await stored()).toHaveLength(10);
    expect((await org.api.reviews.list({ query: { status: 'open' } })).data).toHaveLength(10);
    expect((await analyze(id, {}, judge, inTime)).made).toEqual([]);
  },
);

test('after a failure, the next run repeats none of the analyses that were paid', async () => {
  const { id, stored } = await deepest(judged);
  let asked = 0;
  const failing: Judge = (...call) => {
    asked += 1;
    if (asked === 3 || asked === 4) throw new Error('Injected: nothing can be reserved');
    return judge(...call);
  };
  const run = (analyzers?: readonly string[]) => analyze(id, { analyzers, again: true }, failing, inTime);
  const { made, left } = await run();
  expect([made.length, left.length]).toEqual([2, 8]);
  expect(await stored()).toEqual(made.map((one) => one.analyzer_id).sort());
  await expect(run(left)).rejects.toThrow('Injected');
  expect((await run(left)).made).toHaveLength(8);
  expect([asked, (await stored()).length]).toEqual([12, 10]);
});

/** An organization with some conversations, an analyzer, and what its runs come to. */
const running = async (conversations: number) => {
  const org = await users.organization();
  await enableAnalysis(org);
  const agent_id = await newAgent(org);
  for (let at = 0; at < conversations; at += 1) await ended(org, agent_id);
  const criteria = [{ name: 'helpful', ...judged }];
  const { id: analyzer_id } = await org.api.analyzers.create({ body: { name: 'Paid', criteria } });
  const { analyzers } = await import('#lib/analysis/analyzer-record.ts');
  const { continueRun, insertRun } = await import('#lib/analysis/runs.ts');
  const { commit } = await import('#lib/store/operations/commit.ts');
  const analyzer = await analyzers.find({ client_id: null } as Caller, analyzer_id);
  if (!analyzer) throw new Error('There is no analyzer');
  const run = async (tokens: number | null, by: (id: string) => Judge) => {
    const input = z.parse(AnalysisRunInput, { analyzer_id, only: 'all', tokens });
    const { operations, reply } = insertRun(analyzer, input);
    await commit(operations);
    const params = { analysis_run_id: reply.id };
    expect(await continueRun(reply.id, by(reply.id), () => true, inTime)).toBe(true);
    return org.api.analysisRuns.get({ params });
  };
  return { org, run };
};

test.for([
  [1, 3000],
  [3000, 3000],
  [3001, 6000],
])('a run with a limit of %i tokens begins nothing once they are used', async ([limit, used]) => {
  const { run } = await running(4);
  const { status, tokens_used } = await run(limit ?? 0, () => judge);
  expect([status, tokens_used]).toEqual(['completed', used]);
});

test('a conversation that fails is counted with what was paid for it, and the run goes on', async () => {
  const { run } = await running(3);
  let paid = 0;
  const failing: Judge = async (...call) => {
    const answer = await judge(...call);
    paid += 3000;
    if (paid === 6000) throw new Error('Injected: what was used cannot be noted');
    return answer;
  };
  const done = await run(null, () => failing);
  expect(done).toMatchObject({ status: 'completed', seen: 3, analyzed: 2, failed: 1, tokens_used: paid });
  expect(paid).toBe(9000);
});

test('a run that is canceled begins nothing more, and shows what was paid', async () => {
  const { org, run } = await running(3);
  const canceling = (analysis_run_id: string): Judge => {
    return async (...call) => {
      await org.api.analysisRuns.cancel({ params: { analysis_run_id } });
      return judge(...call);
    };
  };
  const canceled = await run(1_000_000, canceling);
  expect(canceled).toMatchObject({ status: 'canceled', seen: 1, analyzed: 1, tokens_used: 3000 });
});

test('turns that are added below are analyzed at the expense of above at most twice more', async () => {
  const above = await users.organization();
  await enableAnalysis(above);
  const own = await users.organization(above);
  const criteria = [{ name: 'helpful', ...judged }];
  await above.api.analyzers.create({ body: { name: 'Above', criteria } });
  await own.api.analyzers.create({ body: { name: 'Own', criteria } });
  const id = await ended(own, await newAgent(own));
  const paid = { above: 0, own: 0 };
  const counting: Judge = (analyzer, ...call) => {
    paid[analyzer.name === 'Above' ? 'above' : 'own'] += 1;
    return judge(analyzer, ...call);
  };
  const run = (again: readonly string[] = []) => analyze(id, { again }, counting, inTime);
  await run();
  for (let at = 0; at < 4; at += 1) {
    await own.api.transcripts.append({
      params: { conversation_id: id },
      body: { turns: [{ role: 'user', text: `And ${at}` }] },
    });
    // Requests at once lead to runs at once.
    const runs = await Promise.all(at === 0 ? [run()] : [run(), run(), run()]);
    expect(runs.flatMap(({ left }) => left)).toEqual([]);
  }
  expect(paid.above).toBe(3);
  const { data } = await above.api.analyses.list({ params: { conversation_id: id } });
  const ofAbove = data.find(({ analyzer_name }) => analyzer_name === 'Above');
  const ofOwn = data.find(({ analyzer_name }) => analyzer_name === 'Own');
  expect([ofAbove?.turns_read, ofOwn?.turns_read]).toEqual([turns.length + 2, turns.length + 4]);

  // Those who pay ask for it again.
  await run([String(ofAbove?.analyzer_id)]);
  expect(paid.above).toBe(4);
});
