import type { ScenarioCheck } from '#lib/contract/scenarios.ts';
import type { AttemptMessage, CheckResult, TestAttempt } from '#lib/contract/test-runs.ts';
import { finderOf } from '../analysis/patterns.ts';
import { shortened } from '../text.ts';
import { meets } from './mocks.ts';

/** A test conversation that has ended, as checks read it. */
export type CheckedAttempt = Pick<TestAttempt, 'ended_by'> & {
  readonly messages: readonly AttemptMessage[];
  /** The number of messages that were there before the attempt began. */
  readonly given: number;
};

type DecidedCheck = Pick<CheckResult, 'verdict' | 'turn' | 'detail'>;

const decided = (holds: boolean, detail: string | null = null, turn: number | null = null): DecidedCheck => ({
  verdict: holds ? 'passed' : 'failed',
  turn,
  detail: detail === null ? null : shortened(detail, 1000),
});

interface PlacedMessage extends AttemptMessage {
  readonly at: number;
}

const answersIn = ({ messages, given }: CheckedAttempt): PlacedMessage[] =>
  messages
    .map((message, at) => ({ ...message, at }))
    .filter(({ role, at }) => role === 'agent' && at >= given);

const says = (check: ScenarioCheck, attempt: CheckedAttempt): DecidedCheck => {
  const answers = answersIn(attempt);
  const { turn, contains, equals, pattern, absent } = check;
  const last = answers.at(-1);
  const looked =
    turn === null || turn === 'any'
      ? answers
      : [turn === 'last' ? last : answers[Number(turn) - 1]].filter((one) => one !== undefined);
  const texts = contains.map((text) => text.toLowerCase());
  const find = pattern === null ? undefined : finderOf(pattern);
  const holds = ({ content }: PlacedMessage): boolean =>
    (texts.length === 0 || texts.some((text) => content.toLowerCase().includes(text))) &&
    (equals === null || content.trim() === equals.trim()) &&
    (find === undefined || find(content) !== undefined);
  const found = looked.find(holds);
  const place = (found ?? looked.at(-1) ?? last)?.at ?? null;
  if (looked.length === 0) return decided(false, 'There is no such answer', place);
  return decided(absent ? !found : Boolean(found), (found ?? looked.at(-1))?.content ?? null, place);
};

const callsTool = (check: ScenarioCheck, attempt: CheckedAttempt): DecidedCheck => {
  const calls = answersIn(attempt).flatMap(({ at, tool_calls }) =>
    tool_calls
      .filter(({ name }) => name === check.tool)
      .map((call) => ({ at, counts: meets(call.arguments, check.arguments), call })),
  );
  const counted = calls.filter(({ counts }) => counts);
  const max = check.max ?? Number.POSITIVE_INFINITY;
  const min = check.min ?? (max === 0 ? 0 : 1);
  const place = (counted.at(-1) ?? calls.at(-1) ?? answersIn(attempt).at(-1))?.at ?? null;
  const others = calls.length - counted.length;
  const detail = `${counted.length} calls${others > 0 ? `, and ${others} with other arguments` : ''}`;
  const holds = counted.length >= min && counted.length <= max;
  const isOpen = holds && check.arguments.some(({ judge }) => judge !== null);
  return { ...decided(holds, detail, place), ...(isOpen && { verdict: 'unscored' }) };
};

const latency95 = (answers: readonly PlacedMessage[]): number => {
  const sorted = answers.flatMap(({ latency_ms }) => latency_ms ?? []).sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * 0.95) - 1)] ?? 0;
};

const checkOne = (check: ScenarioCheck, attempt: CheckedAttempt): DecidedCheck => {
  const answers = answersIn(attempt);
  switch (check.type) {
    case 'says':
      return says(check, attempt);
    case 'calls_tool':
      return callsTool(check, attempt);
    case 'reaches_node': {
      const reached = answers.find(({ node }) => node === check.node);
      const nodes = [...new Set(answers.map(({ node }) => node))].join(', ');
      return decided(reached !== undefined, `Nodes: ${nodes}`, (reached ?? answers.at(-1))?.at ?? null);
    }
    case 'ends':
      return decided(
        attempt.ended_by === check.by,
        `Ended by: ${attempt.ended_by}`,
        answers.at(-1)?.at ?? null,
      );
    case 'uses_document': {
      const used = answers.find(({ document_ids }) => document_ids.includes(check.document_id ?? ''));
      return decided(used !== undefined, null, used?.at ?? null);
    }
    case 'max_agent_turns':
      return decided(
        answers.length <= (check.max ?? 0),
        `${answers.length} answers`,
        answers[check.max ?? 0]?.at ?? null,
      );
    case 'model_latency': {
      const p95 = latency95(answers);
      return decided(p95 <= (check.p95_ms ?? 0), `${p95} ms`);
    }
    default:
      return { verdict: 'unscored', turn: null, detail: null };
  }
};

/** The verdicts that need no model; those that a model decides are `unscored` until it has. */
export const checkAttempt = (checks: readonly ScenarioCheck[], attempt: CheckedAttempt): CheckResult[] => {
  const results = checks.map((check, at): CheckResult => {
    const { type, required } = check;
    return { check: at, type, required, ...checkOne(check, attempt) };
  });
  const unmocked = answersIn(attempt).find(({ tool_calls }) => tool_calls.some(({ mocked }) => !mocked));
  if (!unmocked) return results;
  const tool = unmocked.tool_calls.find(({ mocked }) => !mocked)?.name;
  const failed = decided(false, `${tool} was called and no mock answers it`, unmocked.at);
  return [...results, { check: checks.length, type: 'unmocked_tool', required: true, ...failed }];
};

/** The result of an attempt whose conversation has ended: what is not known never passes and never fails. */
export const statusOf = (results: readonly CheckResult[]): 'passed' | 'failed' | 'error' => {
  const required = results.filter((one) => one.required);
  if (required.some(({ verdict }) => verdict === 'failed')) return 'failed';
  return required.some(({ verdict }) => verdict === 'unscored') ? 'error' : 'passed';
};
