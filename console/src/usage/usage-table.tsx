import type { UsageRow } from 'voice-agent-platform-client';
import { formatDuration, formatMoney, formatNumber } from '../api/format.ts';
import kit from '../kit/kit.module.css';
import { scrolled } from '../kit/scrolled.ts';
import { words } from '../words/index.ts';

interface UsageTableProps {
  /** The heading of the first column. */
  readonly first: string;
  readonly rows: readonly { readonly name: string; readonly row: UsageRow }[];
}

const optional = (value: number | null, format: (value: number) => string): string =>
  value === null ? '–' : format(value);

/** The cells of each column of figures, by the name of its heading. */
const cells = {
  conversations: ({ conversations }) => formatNumber(conversations),
  failed: ({ failed }) => formatNumber(failed),
  successful: ({ successful }) => formatNumber(successful),
  judged: ({ judged }) => formatNumber(judged),
  length: ({ duration_ms }) => formatDuration(duration_ms.sum),
  medianLength: ({ duration_ms }) => optional(duration_ms.p50, formatDuration),
  latency: ({ latency_ms }) => optional(latency_ms.p95, (ms) => `${formatNumber(ms)} ms`),
  cost: ({ costs }) => costs.map(formatMoney).join(', ') || '–',
} satisfies Record<string, (row: UsageRow) => string>;

const columns = Object.keys(cells) as (keyof typeof cells)[];

/** The figures of a chart, exactly, with those that it has no room for. */
export const UsageTable = ({ first, rows }: UsageTableProps) => (
  <section className={kit.frame} aria-label={words.usage.figures} {...scrolled}>
    <table className={kit.table}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {columns.map((name) => (
            <th key={name} scope="col" className={kit.number}>
              {words.usage[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, row }) => (
          <tr key={`${row.start} ${JSON.stringify(row.group)}`}>
            <th scope="row">{name}</th>
            {columns.map((column) => (
              <td key={column} className={kit.number}>
                {cells[column](row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
