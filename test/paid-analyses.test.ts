import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Judge } from '#lib/domain/analysis/judge.ts';
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
let analyze: typeof import('#lib/data/analysis/analyze.ts')['analyzeConversation'];

beforeAll(async () => {
  // Failures are logged.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  platform = await startOwnPlatform({ following: false, proxied: true });
  users = usersOf(platform.description);
  ({ analyzeConversation: analyze } = await import('#lib/data/analysis/analyze.ts'));
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
