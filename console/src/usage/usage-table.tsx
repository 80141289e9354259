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

/** The figures of a chart, exactly, with those that it has no room for. */
export const UsageTable = ({ first, rows }: UsageTableProps) => (
  <section className={kit.frame} aria-label={words.usage.figures} {...scrolled}>
    <table className={kit.table}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          <th scope="col" className={kit.number}>
            {words.usage.conversations}
          </th>
          <th scope="col" className={kit.number}>
            {words.usage.failed}
          </th>
          <th scope="col" className={kit.number}>
            {words.usage.successful}
          </th>
          <th scope="col" className={kit.number}>
            {words.usage.judged}
          </th>
          <th scope="col" className={kit.number}>
            {words.usage.length}
          </th>
          <th scope="col" className={kit.number}>
            {words.usage.medianLength}
          </th>
          <th scope="col" className={kit.number}>
            {words.usage.latency}
          </th>
          <th scope="col" className={kit.number}>
            {words.usage.cost}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, row }) => (
          <tr key={`${row.start} ${JSON.stringify(row.group)}`}>
            <th scope="row">{name}</th>
            <td className={kit.number}>{formatNumber(row.conversations)}</td>
            <td className={kit.number}>{formatNumber(row.failed)}</td>
            <td className={kit.number}>{formatNumber(row.successful)}</td>
            <td className={kit.number}>{formatNumber(row.judged)}</td>
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
