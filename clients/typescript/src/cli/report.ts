import type { TestAttempt, TestRun } from '../index.ts';

type Scenario = TestRun['scenarios'][number];

const marks = { passed: '✓', failed: '✗', inconclusive: '?' } as const;

/** The reasons for which an attempt did not pass, each with its turn and its check. */
export const reasonsOf = ({ status, reason, checks, attempt }: TestAttempt): string[] => {
  const failed = checks
    .filter(({ required, verdict }) => required && verdict === 'failed')
    .map(({ type, check, turn, detail }) => {
      const place = turn === null ? '' : `, message ${turn + 1}`;
      return `check ${check + 1} (${type})${place}${detail ? `: ${detail}` : ''}`;
    });
  const all = failed.length > 0 ? failed : [`${status}${reason ? `: ${reason}` : ''}`];
  return all.map((text) => `attempt ${attempt}, ${text.replaceAll(/\s+/g, ' ')}`);
};

/** The attempts at a scenario that did not pass. */
export const notPassed = (attempts: readonly TestAttempt[], scenario: Pick<Scenario, 'scenario_id'>) =>
  attempts.filter(({ scenario_id, status }) => scenario_id === scenario.scenario_id && status !== 'passed');

const decimal = (value: number): string => String(Math.round(value * 1000) / 1000);

const figuresOf = ({ attempts, passed, errors, pass_hat, flaky, change }: Scenario): string[] => {
  const k = pass_hat.length;
  return [
    `${passed} of ${attempts}`,
    k > 1 ? `pass^${k} ${decimal(pass_hat[k - 1] ?? 0)}` : '',
    [flaky && 'flaky', errors > 0 && `${errors} without result`, change].filter(Boolean).join(', '),
  ];
};

/** A table of the scenarios, and under each what did not pass. */
export const reportOf = (run: TestRun, attempts: readonly TestAttempt[]): string => {
  const rows = run.scenarios.map((scenario) => [scenario.name, ...figuresOf(scenario)]);
  const widths = [0, 1, 2].map((at) => Math.max(0, ...rows.map((row) => row[at]?.length ?? 0)));
  const lines = run.scenarios.flatMap((scenario, at) => {
    const cells = (rows[at] ?? []).map((cell, column) => cell.padEnd(widths[column] ?? 0));
    const reasons = notPassed(attempts, scenario).flatMap(reasonsOf);
    return [
      `${marks[scenario.result]} ${cells.join('  ')}`.trimEnd(),
      ...reasons.map((text) => `    ${text}`),
    ];
  });
  const tokens = run.input_tokens + run.output_tokens;
  const end = run.result ?? run.status;
  return [...lines, '', `${run.id}: ${end}, ${run.done} of ${run.total} attempts, ${tokens} tokens`].join(
    '\n',
  );
};
