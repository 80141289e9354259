import type { Occasion } from '#lib/chats/spending.ts';
import { allCounted, newSpending } from '#lib/chats/spending.ts';
import type { AnalysisResult } from '#lib/contract/analyses.ts';
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

/** A question to the model that judges, and the check that it decides. */
interface Question {
  readonly check: number;
  readonly name: string;
  readonly instruction: string;
  readonly examples: Criterion['examples'];
}

/** The questions of a check that is still open. */
const questionsOf = (check: ScenarioCheck | undefined, { check: at, verdict }: CheckResult): Question[] => {
  if (!check || verdict !== 'unscored') return [];
  const { type, instruction, examples, tool } = check;
  if (type === 'judge' && instruction !== null)
    return [{ check: at, name: `check_${at}`, instruction, examples }];
  return check.arguments.flatMap(({ path, judge: condition }, n) =>
    condition === null
      ? []
      : {
          check: at,
          name: `check_${at}_${n}`,
          instruction: `The agent calls the tool "${tool}", and the argument at "${path}" meets this condition: ${condition}`,
          examples: [],
        },
  );
};

const criterionOf = ({ name, instruction, examples }: Question): Criterion => ({
  ...{ name, kind: 'judge', instruction, required: true, weight: 1 },
  ...{ speaker: 'any', texts: [], pattern: null, absent: false, tool: null, metric: null },
  ...{ op: null, value: null, min: null, max: null, end_reasons: [], examples: [...examples] },
  ...{ applies_when: null, pass_at: null, labels: false },
});

const analyzerOf = (criteria: Criterion[], model: string | null): Analyzer =>
  ({
    ...{ criteria, fields: [], outcome: null, sentiment: false, summary: null, language: null },
    model: model === null ? null : { id: model },
  }) as unknown as Analyzer;

/** The checks with all their verdicts, and the model that judged. */
export interface JudgedChecks {
  readonly results: CheckResult[];
  readonly model: string | null;
}

type JudgedCheck = Pick<AnalysisResult, 'verdict' | 'rationale' | 'reason' | 'evidence'>;

/** A transcript that does not show what was asked for fails the check. */
const verdictOf = ({ verdict }: JudgedCheck): CheckResult['verdict'] => {
  if (verdict === 'unscored') return 'unscored';
  return verdict === 'passed' || verdict === 'not_applicable' ? 'passed' : 'failed';
};

/** A check with the verdicts on its questions: the worst of them decides. */
const withVerdict = (result: CheckResult, found: readonly JudgedCheck[]): CheckResult => {
  const worst = (['failed', 'unscored', 'passed'] as const)
    .map((verdict) => found.find((one) => verdictOf(one) === verdict))
    .find((one) => one !== undefined);
  if (!worst) return result;
  const detail = worst.rationale ?? worst.reason;
  return {
    ...result,
    verdict: verdictOf(worst),
    turn: worst.evidence[0]?.index ?? result.turn,
    detail: detail === null ? null : shortened(detail, 1000),
  };
};

/** The bounds of what judging an attempt may take. */
interface JudgingBounds {
  /** The tokens that its run has left; infinite without a limit of the run. */
  readonly tokensLeft: number;
  readonly millisecondsLeft: () => number;
}

/**
 * Adds the verdicts of the checks that a language model decides. A model that fails leaves them without one.
 */
export const judgeChecks = async (
  model: string | null,
  checks: readonly ScenarioCheck[],
  results: readonly CheckResult[],
  attempt: AttemptRecord,
  occasion: Occasion,
  { tokensLeft, millisecondsLeft }: JudgingBounds,
): Promise<JudgedChecks> => {
  const questions = results.flatMap((result) => questionsOf(checks[result.check], result));
  if (questions.length === 0) return { results: [...results], model: null };
  const call = { id: attempt.run_id, turns: turnsOf(attempt) };
  const spending = newSpending(occasion);
  const used = { input: 0, output: 0 };
  const meter: Meter = {
    // Beside the tokens of the questions before, which are settled together with these.
    reserve: async (tokens) => {
      const before = used.input + used.output;
      if (before >= tokensLeft) return false;
      return spending.meter.reserve(before + tokens).then(
        () => true,
        () => false,
      );
    },
    settle: async (reserved, reported) => {
      const { input, output } = reported ?? reserved;
      used.input += input;
      used.output += output;
    },
  };
  const judged = await judge(analyzerOf(questions.map(criterionOf), model), call, meter, millisecondsLeft);
  if (judged.model !== null) {
    spending.meter.spent({
      model: judged.model,
      usage: { input_tokens: used.input, output_tokens: used.output },
    });
  }
  await allCounted([spending.settle(), spending.count(false)]);
  const withVerdicts = results.map((result) => {
    const names = questions.filter(({ check }) => check === result.check).map(({ name }) => name);
    return withVerdict(
      result,
      judged.results.filter(({ name }) => names.includes(name)),
    );
  });
  return { results: withVerdicts, model: judged.model };
};
