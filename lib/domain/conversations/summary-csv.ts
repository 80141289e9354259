import type { SummaryDimension, SummaryRow } from '#lib/contract/conversations/summary.ts';
import type { CsvColumn } from '../csv.ts';
import { csvTable } from '../csv.ts';
import { costColumns } from '../usage/csv.ts';

const figures: readonly CsvColumn<SummaryRow>[] = [
  ['conversations', (row) => row.conversations],
  ['completed', (row) => row.completed],
  ['failed', (row) => row.failed],
  ['successful', (row) => row.successful],
  ['judged', (row) => row.judged],
  ['with_recording', (row) => row.with_recording],
  ['duration_ms_sum', (row) => row.duration_ms.sum],
  ['duration_ms_p50', (row) => row.duration_ms.p50],
  ['duration_ms_p95', (row) => row.duration_ms.p95],
];

/** The column of a group. `successful` is the name of a count as well. */
const columnOf = (name: SummaryDimension): string => (name === 'successful' ? 'group_successful' : name);

/**
 * The rows of a summary as CSV, with a column for each property of a group and for each currency in which
 * there were costs.
 */
export const summaryCsv = ({ rows }: { readonly rows: readonly SummaryRow[] }): string => {
  const names = Object.keys(rows[0]?.group ?? {}) as SummaryDimension[];
  const groups = names.map(
    (name): CsvColumn<SummaryRow> => [columnOf(name), ({ group }) => group[name] ?? null],
  );
  const costs = costColumns('cost', rows, (row) => row.costs);
  return csvTable([['start', ({ start }) => start], ...groups, ...figures, ...costs], rows);
};
