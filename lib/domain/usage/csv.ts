import type { UsageDimension, UsageRow } from '#lib/contract/usage.ts';
import { csvRecords } from '../csv.ts';

const columns = [
  'conversations',
  'completed',
  'failed',
  'successful',
  'duration_ms_sum',
  'duration_ms_p50',
  'duration_ms_p95',
  'latency_ms_p50',
  'latency_ms_p95',
  'messages',
  'input_tokens',
  'output_tokens',
  'judged',
  'analysis_input_tokens',
  'analysis_output_tokens',
  'spoken_characters',
  'listened_seconds',
] as const;

const currenciesOf = (costs: UsageRow['costs']): string[] =>
  [...new Set(costs.map(({ currency }) => currency))].sort();

const amounts = (costs: UsageRow['costs'], currencies: readonly string[]): string[] =>
  currencies.map((one) => costs.find(({ currency }) => currency === one)?.amount ?? '0');

const columnsOf = (name: string, currencies: readonly string[]): string[] =>
  currencies.map((one) => `${name}_${one.toLowerCase()}`);

/**
 * Usage as CSV, with a column for the property that the rows are grouped by, for each currency in which
 * conversations had costs, and for each in which analyses had.
 */
export const usageCsv = ({ rows }: { readonly rows: readonly UsageRow[] }): string => {
  const currencies = currenciesOf(rows.flatMap(({ costs }) => costs));
  const ofAnalyses = currenciesOf(rows.flatMap(({ analysis }) => analysis.costs));
  const names = Object.keys(rows[0]?.group ?? {}) as UsageDimension[];
  const records = rows.map((row) => [
    row.start,
    ...names.map((name) => row.group[name] ?? null),
    row.conversations,
    row.completed,
    row.failed,
    row.successful,
    row.duration_ms.sum,
    row.duration_ms.p50,
    row.duration_ms.p95,
    row.latency_ms.p50,
    row.latency_ms.p95,
    row.messages,
    row.tokens.input,
    row.tokens.output,
    row.judged,
    row.analysis.tokens.input,
    row.analysis.tokens.output,
    row.spoken_characters,
    row.listened_seconds,
    ...amounts(row.costs, currencies),
    ...amounts(row.analysis.costs, ofAnalyses),
  ]);
  const head = [
    'start',
    ...names,
    ...columns,
    ...columnsOf('cost', currencies),
    ...columnsOf('analysis_cost', ofAnalyses),
  ];
  return csvRecords([head, ...records]);
};
