import type { WholeAgent } from '#lib/agents/agents.ts';
import { ApiError } from '#lib/contract/errors.ts';
import type { TestRun, TestRunInput } from '#lib/contract/test-runs.ts';
import type { PassRule } from '#lib/contract/test-suites.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { reaches } from '#lib/domain/caller.ts';
import { findStopped } from '#lib/organizations/stopped.ts';
import { beginJob } from '#lib/store/jobs.ts';
import { idIn } from '#lib/store/keys.ts';
import { listEntries } from '#lib/store/lists/listing.ts';
import type { Write } from '#lib/store/operations/operation.ts';
import { testRuns } from './runs.ts';
import type { ScenarioRecord } from './scenarios.ts';
import type { TestSuiteRecord } from './suites.ts';
import { findSuiteFor, fingerprintOf, readScenarios } from './suites.ts';

const all: PassRule = { rule: 'all', count: null };

/** The newest runs of an agent among which the last one that passed is looked for. */
const lookedAt = 50;

const lastPassed = async (caller: Caller, agentId: string): Promise<string | null> => {
  const { items } = await listEntries({ list: 'test_runs', owner: agentId, order: 'desc', limit: lookedAt });
  for (const { sk } of items) {
    const run = await testRuns.find(caller, idIn(sk));
    if (run?.result === 'passed') return run.id;
  }
  return null;
};

const comparedWith = async (
  caller: Caller,
  agentId: string,
  asked: TestRunInput['compare_with'],
): Promise<string | null> => {
  if (asked === undefined) return null;
  if (asked === 'last_passed') return lastPassed(caller, agentId);
  const run = await testRuns.find(caller, asked);
  if (run?.agent_id !== agentId) throw new ApiError('test_run_not_found');
  return run.id;
};

/**
 * The scenarios of a run: of the agent's organization, of those above, or of those below. The run shows its
 * readers the words of its scenarios, so those of any other organization are refused. So is a scenario from
 * above that was made from a call, which may be a call of an organization beside.
 */
const scenariosFor = async (
  caller: Caller,
  { agent }: WholeAgent,
  suite: TestSuiteRecord | undefined,
  ids: readonly string[],
): Promise<ScenarioRecord[]> => {
  const found = await readScenarios(suite?.scenario_ids ?? ids);
  const isVisible = ({ client_id, path, source }: ScenarioRecord) => {
    if (source !== null) return path.includes(agent.client_id);
    if (client_id === null) return suite !== undefined || reaches(caller, path);
    return agent.path.includes(client_id) || path.includes(agent.client_id);
  };
  const isFor = ({ agent_id }: ScenarioRecord) => agent_id === null || agent_id === agent.id;
  if (!found?.every((scenario) => isVisible(scenario) && isFor(scenario)))
    throw new ApiError('scenario_not_found');
  return found;
};

/** Starts a run of a suite, or of single scenarios, with a version of an agent. */
export const startRun = async (
  caller: Caller,
  whole: WholeAgent,
  version: number,
  input: TestRunInput,
): Promise<Write<TestRun>> => {
  const { agent, knowledge_base } = whole;
  const { suite_id, scenario_ids, repeat, compare_with, tokens } = input;
  const suite = suite_id === null ? undefined : await findSuiteFor(caller, suite_id, agent);
  if (suite_id !== null && !suite) throw new ApiError('test_suite_not_found');
  const stopped = await findStopped(agent.path, 'chats_stopped');
  if (stopped)
    throw new ApiError('usage_limit_reached', { detail: `${stopped} has used up what its plan includes` });
  const scenarios = await scenariosFor(caller, whole, suite, scenario_ids);
  const attempts = repeat ?? suite?.repeat ?? 1;
  return beginJob(testRuns, agent.path, {
    agent_id: agent.id,
    agent_version: version,
    knowledge_version: knowledge_base.version,
    suite_id,
    suite_version: suite?.version ?? null,
    compared_with: await comparedWith(caller, agent.id, compare_with),
    repeat: attempts,
    pass: suite?.pass ?? all,
    caller_model: suite?.caller_model ?? null,
    judge_model: suite?.judge_model ?? null,
    tokens,
    total: scenarios.length * attempts,
    scenario_ids: scenarios.map(({ id }) => id),
    versions: Object.fromEntries(scenarios.map((one) => [one.id, one.version])),
    // A run with fewer attempts than the suite asks for opens no gate.
    fingerprint: suite && attempts >= suite.repeat ? fingerprintOf(suite, scenarios) : null,
    ...{ result: null, done: 0, scenarios: [], input_tokens: 0, output_tokens: 0 },
    ...{ models: {}, preparing: 'attempts' },
  });
};
