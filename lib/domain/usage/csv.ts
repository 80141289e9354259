import type { UsageDimension, UsageRow } from '#lib/contract/usage.ts';
import type { CsvColumn } from '../csv.ts';
import { csvTable } from '../csv.ts';

const figures: readonly CsvColumn<UsageRow>[] = [
  ['conversations', (row) => row.conversations],
  ['completed', (row) => row.completed],
  ['failed', (row) => row.failed],
  ['successful', (row) => row.successful],
  ['duration_ms_sum', (row) => row.duration_ms.sum],
  ['duration_ms_p50', (row) => row.duration_ms.p50],
  ['duration_ms_p95', (row) => row.duration_ms.p95],
  ['latency_ms_p50', (row) => row.latency_ms.p50],
  ['latency_ms_p95', (row) => row.latency_ms.p95],
  ['messages', (row) => row.messages],
  ['input_tokens', (row) => row.tokens.input],
  ['output_tokens', (row) => row.tokens.output],
  ['judged', (row) => row.judged],
  ['analysis_input_tokens', (row) => row.analysis.tokens.input],
  ['analysis_output_tokens', (row) => row.analysis.tokens.output],
  ['spoken_characters', (row) => row.spoken_characters],
  ['listened_seconds', (row) => row.listened_seconds],
];

/** A column for each currency in which the rows have costs. */
export const costColumns = <R>(
  name: string,
  rows: readonly R[],
  costsOf: (row: R) => UsageRow['costs'],
): CsvColumn<R>[] => {
  const currencies = new Set(rows.flatMap((row) => costsOf(row).map(({ currency }) => currency)));
  return [...currencies]
    .sort()
    .map((one) => [
      `${name}_${one.toLowerCase()}`,
      (row) => costsOf(row).find(({ currency }) => currency === one)?.amount ?? '0',
    ]);
};

/**
 * Usage as CSV, with a column for the property that the rows are grouped by, for each currency in which
 * conversations had costs, and for each in which analyses had.
 */
export const usageCsv = ({ rows }: { readonly rows: readonly UsageRow[] }): string => {
  const names = Object.keys(rows[0]?.group ?? {}) as UsageDimension[];
  const groups = names.map((name): CsvColumn<UsageRow> => [name, ({ group }) => group[name] ?? null]);
  const costs = costColumns('cost', rows, (row) => row.costs);
  const ofAnalyses = costColumns('analysis_cost', rows, (row) => row.analysis.costs);
  return csvTable([['start', ({ start }) => start], ...groups, ...figures, ...costs, ...ofAnalyses], rows);
};
