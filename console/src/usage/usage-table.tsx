import type { UsageRow } from 'voice-agent-platform-client';
import { formatDuration, formatMoney, formatNumber } from '../api/format.ts';
import kit from '../kit/kit.module.css';
import { scrolled } from '../kit/scrolled.ts';

interface UsageTableProps {
  /** The heading of the first column. */
  readonly first: string;
  readonly rows: readonly { readonly name: string; readonly row: UsageRow }[];
}

const optional = (value: number | null, format: (value: number) => string): string =>
  value === null ? '–' : format(value);

/** The figures of a chart, exactly, with those that it has no room for. */
export const UsageTable = ({ first, rows }: UsageTableProps) => (
  <section className={kit.frame} aria-label="Figures" {...scrolled}>
    <table className={kit.table}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          <th scope="col" className={kit.number}>
            Conversations
          </th>
          <th scope="col" className={kit.number}>
            Failed
          </th>
          <th scope="col" className={kit.number}>
            Successful
          </th>
          <th scope="col" className={kit.number}>
            Total length
          </th>
          <th scope="col" className={kit.number}>
            Median length
          </th>
          <th scope="col" className={kit.number}>
            Latency, 95th percentile
          </th>
          <th scope="col" className={kit.number}>
            Cost
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, row }) => (
          <tr key={`${row.start} ${row.group}`}>
            <th scope="row">{name}</th>
            <td className={kit.number}>{formatNumber(row.conversations)}</td>
            <td className={kit.number}>{formatNumber(row.failed)}</td>
            <td className={kit.number}>{formatNumber(row.successful)}</td>
            <td className={kit.number}>{formatDuration(row.duration_ms.sum)}</td>
            <td className={kit.number}>{optional(row.duration_ms.p50, formatDuration)}</td>
            <td className={kit.number}>{optional(row.latency_ms.p95, (ms) => `${formatNumber(ms)} ms`)}</td>
            <td className={kit.number}>{row.costs.map(formatMoney).join(', ') || '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
