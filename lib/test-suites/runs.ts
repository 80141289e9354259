import type { RecordWords } from '#lib/audit/words.ts';
import type { ScenarioCopy, TestAttempt, TestRun } from '#lib/contract/test-runs.ts';
import { readSubjects } from '#lib/conversations/subjects.ts';
import { daySeconds } from '#lib/domain/durations.ts';
import { emptied } from '#lib/domain/test-suites/emptied.ts';
import type { ComparedRun, TriedWith } from '#lib/domain/test-suites/results.ts';
import { finalStatuses, runResult, scenarioResults } from '#lib/domain/test-suites/results.ts';
import { eventWrite } from '#lib/store/events/events.ts';
import { jobs, jobTask, removeJob } from '#lib/store/jobs.ts';
import { idIn, keyOf, sortOf } from '#lib/store/keys.ts';
import type { Page, PageRequest } from '#lib/store/lists/listing.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import { get } from '#lib/store/operations/get.ts';
import { mustExist } from '#lib/store/operations/must-exist.ts';
import type { Operation, Write } from '#lib/store/operations/operation.ts';
import { put, putUnchanged } from '#lib/store/operations/put.ts';
import { query } from '#lib/store/operations/query.ts';
import { queryAll } from '#lib/store/operations/query-pages.ts';
import { removeItems } from '#lib/store/operations/remove-items.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import type { Item } from '#lib/store/table.ts';
import { taskWrite } from '#lib/store/tasks/tasks.ts';
import type { RunCount } from './run-updates.ts';
import { runCounts, runUpdate } from './run-updates.ts';
import { sourceMustExist } from './scenarios.ts';
import { testedWrite } from './tested.ts';

/** The work that is left before the attempts: to create them, or to choose those that are judged again. */
type RunPreparation = 'attempts' | 'judge_missing' | 'judge_all';

/** A run as it is stored. The counts are attributes of the item, which several attempts increase at once. */
export interface TestRunRecord extends TestRun {
  readonly path: readonly string[];
  readonly scenario_ids: readonly string[];
  /** The versions of the scenarios, by id. */
  readonly versions: Readonly<Record<string, number>>;
  readonly fingerprint: string | null;
  /** The models with which the scenarios were tried, by id, once it is completed. */
  readonly models: Readonly<Record<string, TriedWith>>;
  readonly preparing: RunPreparation | null;
}

export const testRuns = /* @__PURE__ */ jobs<TestRun, TestRunRecord>({
  prefix: 'trun',
  list: 'test_runs',
  task: 'test_runs',
  kind: 'test_run',
  keptSeconds: 90 * daySeconds,
  attribute: 'run',
  changing: ({ preparing, done, input_tokens, output_tokens }) => ({
    preparing: preparing ?? 'nothing',
    ...{ done, input_tokens, output_tokens },
  }),
  counted: ['done', 'input_tokens', 'output_tokens'],
  furtherOwners: ({ agent_id }) => [agent_id],
  hidden: ['scenario_ids', 'versions', 'fingerprint', 'models', 'preparing'],
});

/** Changes all but the counts of a run, if nothing else has changed it since it was read. */
const changed = (
  before: TestRunRecord,
  change: Partial<Omit<TestRunRecord, RunCount>>,
): [TestRunRecord, Operation<Stale>] => {
  const after = { ...before, ...change, updated_at: new Date().toISOString() };
  const { done: _done, input_tokens: _input, output_tokens: _output, ...rest } = after;
  return [after, runUpdate(before, { ...after, run: JSON.stringify(rest) })];
};

const endedEvent = (run: TestRunRecord, result: TestRun['result']): Operation<never> => {
  const { id, agent_id, agent_version, suite_id, path, total, done } = run;
  const status = run.status === 'canceled' ? 'canceled' : 'completed';
  const data = { id, agent_id, agent_version, suite_id, status, result, total, done } as const;
  return eventWrite('test_run.completed', { id, path, version: 1 }, data);
};

export const cancelRun = (run: TestRunRecord): Write<TestRun> => {
  if (run.status !== 'running') return { operations: [], reply: testRuns.represent(run), about: run };
  const [after, operation] = changed(run, { status: 'canceled' });
  return { operations: [operation, endedEvent(after, null)], reply: testRuns.represent(after), about: run };
};

/** The tokens that a run may use besides those of the answers under way. */
export const tokensLeft = ({ tokens, input_tokens, output_tokens }: TestRunRecord): number =>
  tokens === null ? Number.POSITIVE_INFINITY : tokens - input_tokens - output_tokens;

/** Starts to judge the conversations of a completed run again. */
export const judgeRunAgain = (run: TestRunRecord, all: boolean): Write<TestRun> => {
  if (run.status !== 'completed' || tokensLeft(run) <= 0)
    return { operations: [], reply: testRuns.represent(run), about: run };
  const preparing = all ? ('judge_all' as const) : ('judge_missing' as const);
  const [after, operation] = changed(run, { status: 'running', result: null, scenarios: [], preparing });
  return { operations: [operation, jobTask(testRuns, run)], reply: testRuns.represent(after), about: run };
};

/** An attempt as it is stored: `progress` counts its changes, so that each is made once. */
export interface AttemptRecord extends TestAttempt {
  readonly run_id: string;
  /** The place of the scenario's copy. */
  readonly scenario: number;
  readonly progress: number;
  readonly expires: number;
  /** The number of messages with which the scenario begins. */
  readonly given: number;
  /** The call whose words it has, also once they are erased; null: the scenario was not made from one. */
  readonly conversation_id: string | null;
}

const attemptItem = (attempt: AttemptRecord): Item => {
  const { run_id, number, status, progress, expires, scenario_id } = attempt;
  return {
    ...keyOf('test_attempt', run_id, number),
    ...{ status, progress, expires, scenario_id },
    attempt: JSON.stringify(attempt),
  };
};

const attemptFromItem = (item: Item): AttemptRecord => JSON.parse(item.attempt as string) as AttemptRecord;

const represent = ({
  run_id: _run,
  scenario: _scenario,
  progress: _progress,
  expires: _expires,
  given: _given,
  conversation_id: _call,
  ...attempt
}: AttemptRecord): TestAttempt => attempt;

export const readAttempt = async (runId: string, number: number): Promise<AttemptRecord | undefined> => {
  const item = await get(keyOf('test_attempt', runId, number));
  return item && attemptFromItem(item);
};

/** The copy of a scenario that a run tests with. */
export const readScenarioCopy = async (
  runId: string,
  scenario: number,
): Promise<ScenarioCopy | undefined> => {
  const item = await get(keyOf('test_run_scenario', runId, scenario));
  return item && copyFromItem(item);
};

/** The part of an attempt that has words, without them. */
const wordless = ({ checks }: AttemptRecord): Pick<AttemptRecord, 'messages' | 'checks'> => ({
  messages: [],
  checks: checks.map((one) => ({ ...one, detail: null })),
});

/**
 * The attempts as they are shown: without words of calls that the reader may not read, or whose erasure has
 * begun.
 */
const shownTo = async (
  record: RecordWords | undefined,
  attempts: readonly AttemptRecord[],
): Promise<TestAttempt[]> => {
  const spoken = attempts.filter(({ messages }) => messages.length > 0);
  const calls = record ? await readSubjects(spoken.flatMap((one) => one.conversation_id ?? [])) : [];
  await record?.(calls);
  const isShown = ({ conversation_id }: AttemptRecord) =>
    conversation_id === null || calls.some(({ id }) => id === conversation_id);
  return attempts.map((one) => represent(isShown(one) ? one : { ...one, ...wordless(one) }));
};

interface AttemptCriteria extends Pick<PageRequest, 'limit' | 'position'> {
  readonly scenario_id?: string | undefined;
}

export const listAttempts = async (
  { id, scenario_ids, repeat, total }: TestRunRecord,
  { limit, position, scenario_id }: AttemptCriteria,
  record: RecordWords | undefined,
): Promise<Page<TestAttempt>> => {
  const at = scenario_id === undefined ? -1 : scenario_ids.indexOf(scenario_id);
  if (scenario_id !== undefined && at < 0) return { data: [] };
  // Attempts are in the order of the scenarios.
  const [first, end] = at < 0 ? [0, total] : [at * repeat, (at + 1) * repeat];
  const { pk, sk } = keyOf('test_attempt', id, position ? Number(position.after) + 1 : first);
  const { items, more } = await query({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: { ':pk': pk, ':from': sk, ':to': keyOf('test_attempt', id, end - 1).sk },
    Limit: limit,
  });
  const data = items.map(attemptFromItem);
  const last = data.at(-1);
  return {
    data: await shownTo(record, data),
    next: more && last && last.number < end - 1 ? { after: last.number } : undefined,
  };
};

const statusesOf = async (runId: string): Promise<Item[]> => {
  const { pk } = keyOf('test_attempt', runId, 0);
  return queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :beginning)',
    ExpressionAttributeValues: { ':pk': pk, ':beginning': sortOf('test_attempt', '') },
    ConsistentRead: true,
  });
};

/**
 * Stores the progress of an attempt, and counts it in its run, once: if the attempt has been stored meanwhile
 * by another run of its task, throws `Stale`.
 */
export const saveAttempt = async (
  before: AttemptRecord,
  change: Partial<TestAttempt>,
  used: { readonly input: number; readonly output: number } = { input: 0, output: 0 },
): Promise<AttemptRecord> => {
  const after: AttemptRecord = {
    ...before,
    ...change,
    input_tokens: before.input_tokens + used.input,
    output_tokens: before.output_tokens + used.output,
    progress: before.progress + 1,
    updated_at: new Date().toISOString(),
  };
  const wasDone = finalStatuses.includes(before.status);
  const isDone = finalStatuses.includes(after.status);
  const done = Number(isDone) - Number(wasDone);
  const isCounted = done !== 0 || used.input > 0 || used.output > 0;
  await commit([
    putUnchanged(attemptItem(after), { progress: before.progress }),
    ...(isCounted
      ? [runCounts(before.run_id, { done, input_tokens: used.input, output_tokens: used.output })]
      : []),
  ]);
  return after;
};

const attemptTask = (run: TestRunRecord, number: number): Operation<never> =>
  taskWrite({ kind: 'test_attempts', id: `${run.id}.${number}`, group: run.client_id });

/** The id of an attempt's task, as its run and its number. */
export const attemptOfTask = (id: string): readonly [runId: string, number: number] => {
  const at = id.lastIndexOf('.');
  return [id.slice(0, at), Number(id.slice(at + 1))];
};

/** Nothing is added to a run that was removed. */
const isKept = ({ id }: Pick<TestRunRecord, 'id'>): Operation<Stale> =>
  mustExist(keyOf('test_run', id), () => new Stale());

/** The call from which a scenario was made is gone, or its erasure has begun. */
class SourceErased extends Error {
  override readonly name = 'SourceErased';
}

const copyItem = (run: TestRunRecord, at: number, scenario: ScenarioCopy): Item => ({
  ...keyOf('test_run_scenario', run.id, at),
  scenario: JSON.stringify(scenario),
  expires: testRuns.expiresOf(run),
});

const copyFromItem = (item: Item): ScenarioCopy => JSON.parse(item.scenario as string) as ScenarioCopy;

/** The item by which the erasure of a call finds the copy of a scenario that was made from it. */
export const copyFootprint = (item: Item): Item[] => {
  const { id, source } = copyFromItem(item);
  const run_id = idIn(item.pk);
  return source === null
    ? []
    : [
        {
          ...keyOf('copy_source', source.conversation_id, id, run_id),
          ...{ run_id, scenario: Number(idIn(item.sk)), expires: item.expires },
        },
      ];
};

const copyWrites = (run: TestRunRecord, at: number, scenario: ScenarioCopy): Operation[] => {
  const copy = copyItem(run, at, scenario);
  return [
    isKept(run),
    ...sourceMustExist(scenario, () => new SourceErased()),
    put(copy),
    ...copyFootprint(copy).map(put),
  ];
};

/** Keeps a copy of each scenario, which the erasure of its call finds. One that is late has no words. */
const copyScenarios = async (run: TestRunRecord, all: readonly ScenarioCopy[]): Promise<void> => {
  for (const [at, scenario] of all.entries()) {
    try {
      await commit(copyWrites(run, at, scenario));
    } catch (error) {
      if (!(error instanceof SourceErased)) throw error;
      await commit(copyWrites(run, at, emptied(scenario)));
    }
  }
};

const newAttempt = (
  run: TestRunRecord,
  number: number,
  { id, name, start, source }: ScenarioCopy,
): AttemptRecord => ({
  run_id: run.id,
  scenario: Math.floor(number / run.repeat),
  progress: 0,
  expires: testRuns.expiresOf(run),
  given: start.messages.length,
  conversation_id: source?.conversation_id ?? null,
  number,
  scenario_id: id,
  scenario_name: name,
  attempt: (number % run.repeat) + 1,
  status: 'queued',
  ended_by: null,
  reason: null,
  messages: [],
  checks: [],
  model: null,
  caller_model: null,
  judge_model: null,
  input_tokens: 0,
  output_tokens: 0,
  updated_at: run.created_at,
});

/** Creates the attempts of a run that do not exist yet, each with its task. Returns false if time ran out. */
const createAttempts = async (
  run: TestRunRecord,
  all: readonly ScenarioCopy[],
  timeLeft: () => boolean,
): Promise<boolean> => {
  const known = new Set((await statusesOf(run.id)).map((item) => attemptFromItem(item).number));
  if (known.size === 0) await copyScenarios(run, all);
  for (let number = 0; number < run.total; number += 1) {
    if (known.has(number)) continue;
    if (!timeLeft()) return false;
    const scenario = all[Math.floor(number / run.repeat)];
    if (scenario)
      await commit([
        isKept(run),
        put(attemptItem(newAttempt(run, number, scenario))),
        attemptTask(run, number),
      ]);
  }
  return true;
};

const isUnscored = ({ status, checks }: AttemptRecord): boolean =>
  status === 'error' && checks.some(({ verdict }) => verdict === 'unscored');

/** Gives the attempts that are judged again to their tasks. Returns false if time ran out. */
const prepareJudging = async (run: TestRunRecord, timeLeft: () => boolean): Promise<boolean> => {
  for (const item of await statusesOf(run.id)) {
    const attempt = attemptFromItem(item);
    const isEnded = attempt.ended_by !== null && finalStatuses.includes(attempt.status);
    if (!isEnded || !(run.preparing === 'judge_all' || isUnscored(attempt))) continue;
    if (!timeLeft()) return false;
    const after = { ...attempt, status: 'judging' as const, progress: attempt.progress + 1 };
    await commit([
      putUnchanged(attemptItem(after), { progress: attempt.progress }),
      runCounts(run.id, { done: -1 }),
      attemptTask(run, attempt.number),
    ]);
  }
  return true;
};

const modelsIn = (models: readonly (string | null)[]): string[] =>
  [...new Set(models.filter((model) => model !== null))].toSorted();

const tryToComplete = async (id: string, compared: ComparedRun | undefined): Promise<void> => {
  const run = await testRuns.read(id);
  if (run?.status !== 'running' || run.preparing !== null || run.done < run.total) return;
  const all = (await statusesOf(id)).map(attemptFromItem);
  const attempts = run.scenario_ids.map((scenario_id, at) => {
    const mine = all.slice(at * run.repeat, (at + 1) * run.repeat);
    return {
      scenario_id,
      version: run.versions[scenario_id] ?? 0,
      name: '',
      statuses: mine.map(({ status }) => status),
      models: {
        callers: modelsIn(mine.map(({ caller_model }) => caller_model)),
        judges: modelsIn(mine.map(({ judge_model }) => judge_model)),
      },
    };
  });
  const copies = await batchGet(run.scenario_ids.map((_, at) => keyOf('test_run_scenario', id, at)));
  const named = attempts.map((one, at) => {
    const copy = copies[at];
    return copy ? { ...one, name: copyFromItem(copy).name } : one;
  });
  const scenarios = scenarioResults(named, run.pass, compared);
  const result = runResult(scenarios);
  const models = Object.fromEntries(named.map((one) => [one.scenario_id, one.models]));
  const [after, operation] = changed(run, { status: 'completed', scenarios, result, models });
  const tested = await testedWrite(after, testRuns.expiresOf(run));
  await commit([operation, endedEvent(after, result), ...tested]);
};

/** Completes a run whose attempts have all ended. It may be called at any time, and more than once. */
export const completeRun = (id: string, compared: ComparedRun | undefined): Promise<void> =>
  retryStale(() => tryToComplete(id, compared));

/** The earlier run that a run is compared with; undefined: none, or it is gone. */
export const comparedRun = async (run: TestRunRecord): Promise<ComparedRun | undefined> => {
  const before = run.compared_with === null ? undefined : await testRuns.read(run.compared_with);
  if (!before) return undefined;
  const { scenarios, versions, models } = before;
  return { scenarios, versions, models };
};

/**
 * Does what must be done before the attempts of a run. Returns false if there is more to do. It can be
 * repeated after an interruption.
 */
export const prepareRun = async (
  id: string,
  readScenarios: (run: TestRunRecord) => Promise<readonly ScenarioCopy[] | undefined>,
  timeLeft: () => boolean,
): Promise<boolean> => {
  const run = await testRuns.read(id);
  if (!run?.preparing || run.status !== 'running') return true;
  if (run.preparing === 'attempts') {
    const all = await readScenarios(run);
    if (!all) {
      // A scenario was removed between the request and this task.
      await commit(cancelRun(run).operations);
      return true;
    }
    try {
      if (!(await createAttempts(run, all, timeLeft))) return false;
    } catch (error) {
      if (error instanceof Stale) return true;
      throw error;
    }
  } else if (!(await prepareJudging(run, timeLeft))) return false;
  const [, operation] = changed(run, { preparing: null });
  try {
    await commit([operation]);
  } catch (error) {
    if (!(error instanceof Stale)) throw error;
  }
  await completeRun(id, await comparedRun(run));
  return true;
};

/** Removes a run with its attempts and copies. */
export const eraseRun = async (id: string): Promise<boolean> => {
  const isRemoved = await removeJob(testRuns, id);
  if (isRemoved) await removeItems({ pk: keyOf('test_attempt', id, 0).pk });
  return isRemoved;
};

/** Removes what was said from a run's copy of a scenario, and from its attempts at it. */
export const emptyCopy = async (runId: string, scenario: number): Promise<void> => {
  const copy = await readScenarioCopy(runId, scenario);
  const run = await testRuns.read(runId);
  if (!copy || !run) return;
  await commit([put(copyItem(run, scenario, emptied(copy)))]);
  for (let n = scenario * run.repeat; n < (scenario + 1) * run.repeat; n += 1) {
    for (;;) {
      const attempt = await readAttempt(runId, n);
      if (!attempt) break;
      const status = finalStatuses.includes(attempt.status) ? attempt.status : ('canceled' as const);
      try {
        await saveAttempt(attempt, { ...wordless(attempt), status });
        break;
      } catch (error) {
        if (!(error instanceof Stale)) throw error;
      }
    }
  }
  await completeRun(runId, await comparedRun(run));
};
