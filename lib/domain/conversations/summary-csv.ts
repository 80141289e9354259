import type { ConversationSummary, SummaryDimension } from '#lib/contract/conversations/summary.ts';
import { csvRecords } from '../csv.ts';

const columns = [
  'conversations',
  'completed',
  'failed',
  'successful',
  'judged',
  'with_recording',
  'duration_ms_sum',
  'duration_ms_p50',
  'duration_ms_p95',
] as const;

/** The column of a group. `successful` is the name of a count as well. */
const columnOf = (name: SummaryDimension): string => (name === 'successful' ? 'group_successful' : name);

/**
 * The rows of a summary as CSV, with a column for each property of a group and for each currency in which
 * there were costs.
 */
export const summaryCsv = ({ rows, total }: Pick<ConversationSummary, 'rows' | 'total'>): string => {
  const currencies = total.costs.map(({ currency }) => currency);
  const names = Object.keys(rows[0]?.group ?? {}) as SummaryDimension[];
  const records = rows.map((row) => [
    row.start,
    ...names.map((name) => row.group[name] ?? null),
    row.conversations,
    row.completed,
    row.failed,
    row.successful,
    row.judged,
    row.with_recording,
    row.duration_ms.sum,
    row.duration_ms.p50,
    row.duration_ms.p95,
    ...currencies.map((one) => row.costs.find(({ currency }) => currency === one)?.amount ?? '0'),
  ]);
  const costs = currencies.map((one) => `cost_${one.toLowerCase()}`);
  const header = ['start', ...names.map(columnOf), ...columns, ...costs];
  return csvRecords([header, ...records]);
};
