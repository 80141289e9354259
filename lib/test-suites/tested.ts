import type { TestRun } from '#lib/contract/test-runs.ts';
import { keyOf } from '#lib/store/keys.ts';
import type { Stale } from '#lib/store/operations/failures.ts';
import { get } from '#lib/store/operations/get.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { putUnchanged } from '#lib/store/operations/put.ts';

/** The newest run of a suite with a version of an agent that was completed. */
export interface TestResult {
  readonly run_id: string;
  readonly result: NonNullable<TestRun['result']>;
  /** The share of its scenarios that passed. */
  readonly share: number;
  readonly knowledge_version: number;
  readonly fingerprint: string;
}

type CompletedRun = Pick<
  TestRun,
  'id' | 'agent_id' | 'agent_version' | 'suite_id' | 'knowledge_version' | 'result' | 'scenarios'
> & { readonly fingerprint: string | null };

/**
 * Notes the result of a completed run of a suite, for the gates of its agent, unless a newer run has one: an
 * earlier one may be judged again.
 */
export const testedWrite = async (run: CompletedRun, expires: number): Promise<Operation<Stale>[]> => {
  const { suite_id, fingerprint, result, scenarios } = run;
  if (suite_id === null || fingerprint === null || result === null) return [];
  const key = keyOf('tested', run.agent_id, suite_id, run.agent_version);
  const before = (await get(key)) as TestResult | undefined;
  if (before && before.run_id > run.id) return [];
  const passed = scenarios.filter((one) => one.result === 'passed').length;
  const tested: TestResult = {
    run_id: run.id,
    result,
    share: scenarios.length === 0 ? 0 : passed / scenarios.length,
    knowledge_version: run.knowledge_version,
    fingerprint,
  };
  return [putUnchanged({ ...key, ...tested, expires }, { run_id: before?.run_id })];
};

/** The newest completed run of a suite with a version; undefined: none, or it has expired. */
export const findTested = async (
  agentId: string,
  suiteId: string,
  version: number,
): Promise<TestResult | undefined> => {
  const item = await get(keyOf('tested', agentId, suiteId, version));
  return item && Number(item.expires) * 1000 > Date.now() ? (item as unknown as TestResult) : undefined;
};
