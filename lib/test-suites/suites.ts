import { hash } from 'node:crypto';
import { findAgent } from '#lib/agents/agents.ts';
import { ApiError } from '#lib/contract/errors.ts';
import type { TestSuite, TestSuiteItem, TestSuiteReplacement } from '#lib/contract/test-suites.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { reaches } from '#lib/domain/caller.ts';
import type { EntityRecord } from '#lib/store/entity.ts';
import { entities } from '#lib/store/entity.ts';
import { keyOf } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import type { ScenarioRecord } from './scenarios.ts';
import { scenarios } from './scenarios.ts';

export type TestSuiteRecord = EntityRecord<TestSuite>;

export const suites = /* @__PURE__ */ entities<TestSuiteRecord, TestSuiteItem>({
  prefix: 'suite',
  list: 'test_suites',
  kind: 'test_suite',
  shown: ({ id, created_at, updated_at, version, client_id, name, description, agent_id }) => ({
    ...{ id, created_at, updated_at, version, client_id },
    ...{ name, description, agent_id },
  }),
});

/** The scenarios with these ids, in their order; undefined if one of them does not exist. */
export const readScenarios = async (ids: readonly string[]): Promise<ScenarioRecord[] | undefined> => {
  const items = ids.length === 0 ? [] : await batchGet(ids.map((id) => keyOf('scenario', id)));
  const found = items.flatMap((item) => (item ? [scenarios.fromItem(item)] : []));
  return found.length === ids.length ? found : undefined;
};

/** Refuses an agent or scenarios that the caller does not reach. */
export const checkSuite = async (
  caller: Caller,
  { agent_id, scenario_ids }: Pick<TestSuiteReplacement, 'agent_id' | 'scenario_ids'>,
): Promise<void> => {
  if (agent_id !== null && !(await findAgent(caller, agent_id))) throw new ApiError('agent_not_found');
  const found = await readScenarios(scenario_ids);
  if (!found?.every(({ path }) => reaches(caller, path))) throw new ApiError('scenario_not_found');
};

/** A suite that the caller reaches, or one of an organization above a path. */
export const findSuite = async (
  caller: Caller,
  id: string,
  below: readonly string[],
): Promise<TestSuiteRecord | undefined> => {
  const suite = await suites.read(id);
  if (!suite) return undefined;
  const isAbove = suite.client_id === null || below.includes(suite.client_id);
  return isAbove || reaches(caller, suite.path) ? suite : undefined;
};

/** A suite that may test an agent: it is not for another agent, and `findSuite` finds it. */
export const findSuiteFor = async (
  caller: Caller,
  id: string,
  agent: { readonly id: string; readonly path: readonly string[] },
): Promise<TestSuiteRecord | undefined> => {
  const suite = await findSuite(caller, id, agent.path);
  return suite && (suite.agent_id === null || suite.agent_id === agent.id) ? suite : undefined;
};

/** Changes whenever the suite or one of its scenarios changes. */
export const fingerprintOf = (suite: TestSuiteRecord, all: readonly ScenarioRecord[]): string =>
  hash(
    'sha256',
    [suite.id, suite.version, ...all.flatMap(({ id, version }) => [id, version])].join(' '),
    'base64url',
  );
