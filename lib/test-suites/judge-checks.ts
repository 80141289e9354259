import type { Occasion } from '#lib/chats/spending.ts';
import { allCounted, newSpending } from '#lib/chats/spending.ts';
import type { Analyzer, Criterion } from '#lib/contract/analyzers.ts';
import type { ScenarioCheck } from '#lib/contract/scenarios.ts';
import type { CheckResult } from '#lib/contract/test-runs.ts';
import type { Turn } from '#lib/contract/transcripts.ts';
import type { Meter } from '#lib/domain/analysis/judge.ts';
import { shortened } from '#lib/domain/text.ts';
import { judge } from '#lib/model/judge.ts';
import type { AttemptRecord } from './runs.ts';

const turnsOf = ({ messages }: AttemptRecord): Turn[] =>
  messages.map(({ role, content, tool_calls }, index) => ({
    ...{ index, role, text: content, start_ms: null, end_ms: null, metadata: {} },
    tool_calls: tool_calls.map((call) => ({ ...call, id: null })),
  }));

const nameOf = (at: number): string => `check_${at}`;

const criterionOf = (instruction: string, at: number): Criterion => ({
  ...{ name: nameOf(at), kind: 'judge', instruction, required: true, weight: 1 },
  ...{ speaker: 'any', texts: [], pattern: null, absent: false, tool: null, metric: null },
  ...{
    op: null,
    value: null,
    min: null,
    max: null,
    end_reasons: [],
    examples: [],
    applies_when: null,
    pass_at: null,
    labels: false,
  },
});

const analyzerOf = (criteria: Criterion[], model: string | null): Analyzer =>
  ({
    ...{ criteria, fields: [], outcome: null, sentiment: false, summary: null, language: null },
    model: model === null ? null : { id: model },
  }) as unknown as Analyzer;

/** The checks with all their verdicts, and the tokens that these took. */
export interface JudgedChecks {
  readonly results: CheckResult[];
  readonly used: { readonly input: number; readonly output: number };
}

/**
 * Adds the verdicts of the checks that a language model decides. A transcript that does not show what was
 * asked for fails the check; a model that fails leaves it without a verdict.
 */
export const judgeChecks = async (
  model: string | null,
  checks: readonly ScenarioCheck[],
  results: readonly CheckResult[],
  attempt: AttemptRecord,
  occasion: Occasion,
  millisecondsLeft: () => number,
): Promise<JudgedChecks> => {
  const criteria = checks.flatMap(({ type, instruction }, at) =>
    type === 'judge' && instruction !== null ? [criterionOf(instruction, at)] : [],
  );
  const used = { input: 0, output: 0 };
  if (criteria.length === 0) return { results: [...results], used };
  const call = { id: attempt.run_id, turns: turnsOf(attempt) };
  const spending = newSpending(occasion);
  const meter: Meter = {
    reserve: (tokens) =>
      spending.meter.reserve(tokens).then(
        () => true,
        () => false,
      ),
    settle: async (reserved, reported) => {
      const { input, output } = reported ?? reserved;
      used.input += input;
      used.output += output;
    },
  };
  const judged = await judge(analyzerOf(criteria, model), call, meter, millisecondsLeft);
  if (judged.model !== null) {
    spending.meter.spent({
      model: judged.model,
      usage: { input_tokens: used.input, output_tokens: used.output },
    });
  }
  await allCounted([spending.settle(), spending.count(false)]);
  const withVerdicts = results.map((result): CheckResult => {
    const found = judged.results.find(({ name }) => name === nameOf(result.check));
    if (!found) return result;
    const { verdict, rationale, reason, evidence } = found;
    const detail = rationale ?? reason;
    return {
      ...result,
      verdict:
        verdict === 'unscored'
          ? 'unscored'
          : verdict === 'passed' || verdict === 'not_applicable'
            ? 'passed'
            : 'failed',
      turn: evidence[0]?.index ?? null,
      detail: detail === null ? null : shortened(detail, 1000),
    };
  });
  return { results: withVerdicts, used };
};
