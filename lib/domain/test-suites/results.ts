import { isDeepStrictEqual } from 'node:util';
import type { AttemptStatus, ScenarioResult, TestRun } from '#lib/contract/test-runs.ts';
import type { PassRule } from '#lib/contract/test-suites.ts';
import { changeOf, passHatOf } from './statistics.ts';

/** The statuses that do not change by themselves. */
export const finalStatuses: readonly AttemptStatus[] = ['passed', 'failed', 'error', 'skipped', 'canceled'];

/** A scenario of a run, with the statuses of its attempts. */
export interface ScenarioAttempts {
  readonly scenario_id: string;
  readonly version: number;
  readonly name: string;
  readonly statuses: readonly AttemptStatus[];
  readonly models: TriedWith;
}

const resultOf = (
  {
    passed,
    failed,
    attempts,
  }: { readonly passed: number; readonly failed: number; readonly attempts: number },
  { count }: PassRule,
): ScenarioResult['result'] => {
  const needed = count ?? attempts;
  if (passed >= needed) return 'passed';
  return attempts - failed < needed ? 'failed' : 'inconclusive';
};

/** The earlier run that a run is compared with. */
export interface ComparedRun {
  readonly scenarios: readonly ScenarioResult[];
  /** The versions of its scenarios, by id. */
  readonly versions: Readonly<Record<string, number>>;
  /** The models with which its scenarios were tried, by id. */
  readonly models: Readonly<Record<string, TriedWith>>;
}

/** The models that played callers and that judged, in the attempts at a scenario. */
export interface TriedWith {
  readonly callers: readonly string[];
  readonly judges: readonly string[];
}

const differ = (one: readonly string[], other: readonly string[]): boolean =>
  one.length > 0 && other.length > 0 && !isDeepStrictEqual(one, other);

const haveSameModels = (one: TriedWith, other: TriedWith | undefined): boolean =>
  other !== undefined && !differ(one.callers, other.callers) && !differ(one.judges, other.judges);

/** The result of each scenario. */
export const scenarioResults = (
  scenarios: readonly ScenarioAttempts[],
  pass: PassRule,
  compared: ComparedRun | undefined,
): ScenarioResult[] =>
  scenarios.map(({ scenario_id, version, name, statuses, models }) => {
    const passed = statuses.filter((status) => status === 'passed').length;
    const failed = statuses.filter((status) => status === 'failed').length;
    const before = compared?.scenarios.find((one) => one.scenario_id === scenario_id);
    const isComparable =
      before &&
      compared?.versions[scenario_id] === version &&
      haveSameModels(models, compared.models[scenario_id]);
    const change = isComparable ? changeOf(before, { passed, failed }) : 'not_comparable';
    return {
      scenario_id,
      name,
      result: resultOf({ passed, failed, attempts: statuses.length }, pass),
      attempts: statuses.length,
      passed,
      failed,
      errors: statuses.length - passed - failed,
      pass_hat: passHatOf(passed, passed + failed),
      flaky: passed > 0 && failed > 0,
      change: compared ? change : null,
    };
  });

/** The result of a run: one failed scenario fails it, and one without a result leaves it open. */
export const runResult = (scenarios: readonly ScenarioResult[]): NonNullable<TestRun['result']> => {
  if (scenarios.some(({ result }) => result === 'failed')) return 'failed';
  return scenarios.some(({ result }) => result === 'inconclusive') ? 'inconclusive' : 'passed';
};
