import { csvRecords } from '../csv.ts';
import type { UsageRow } from './report.ts';

const columns = [
  'start',
  'group',
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
] as const;

/** Usage as CSV, with a column for each currency in which there were costs. */
export const usageCsv = ({ rows }: { readonly rows: readonly UsageRow[] }): string => {
  const currencies = [...new Set(rows.flatMap(({ costs }) => costs.map(({ currency }) => currency)))].sort();
  const records = rows.map((row) => [
    row.start,
    row.group,
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
    ...currencies.map((one) => row.costs.find(({ currency }) => currency === one)?.amount ?? '0'),
  ]);
  return csvRecords([[...columns, ...currencies.map((one) => `cost_${one.toLowerCase()}`)], ...records]);
};
