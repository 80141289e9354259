import type { AnalysisReport, ReportInterval } from '#lib/contract/analysis-reports.ts';
import { invalid } from '#lib/contract/errors.ts';
import type { Matrix } from '#lib/domain/analysis/agreement.ts';
import { agreementOf, emptyMatrix } from '#lib/domain/analysis/agreement.ts';
import { listPages, reader } from '#lib/store/lists/listing.ts';
import { reportedFromEntry } from './analyses.ts';

/** A request can read so many in time. */
const maxAnalyses = 100_000;
const pageSize = 1000;

const tooMany = invalid({
  parameter: 'from',
  code: 'out_of_range',
  detail: `must not select more than ${maxAnalyses} analyses`,
});

export interface ReportQuery {
  readonly from: string;
  readonly to: string;
  readonly interval: ReportInterval;
  readonly byAgent: boolean;
}

type Row = AnalysisReport['rows'][number];

const periodOf = (time: string, { interval, from }: ReportQuery): string => {
  if (interval === 'total') return from;
  return `${interval === 'day' ? time.slice(0, 10) : `${time.slice(0, 7)}-01`}T00:00:00.000Z`;
};

const noVerdicts = { passed: 0, failed: 0, unknown: 0, not_applicable: 0, unscored: 0 };

const cellOf = {
  passed: { passed: 'both_passed', failed: 'wrongly_passed' },
  failed: { passed: 'wrongly_failed', failed: 'both_failed' },
} as const;

const isDecided = (verdict: string | null): verdict is keyof typeof cellOf =>
  verdict === 'passed' || verdict === 'failed';

const bySpelling = ([one]: [string, unknown], [other]: [string, unknown]): number => (one < other ? -1 : 1);

/** Counts the verdicts of an analyzer from the entries of its analyses. */
export const reportOf = async (analyzer_id: string, query: ReportQuery): Promise<AnalysisReport> => {
  const { from, to, byAgent } = query;
  const rows = new Map<string, Row>();
  const matrices = new Map<string, { version: number; name: string; matrix: Matrix }>();
  let analyses = 0;
  const read = reader({ list: 'analyses', owner: analyzer_id, order: 'asc', from, until: to });
  for await (const { items } of listPages(read, pageSize)) {
    analyses += items.length;
    if (analyses > maxAnalyses) throw tooMany;
    for (const item of items) {
      const { start_time, version, agent_id, verdicts } = reportedFromEntry(item);
      const start = periodOf(start_time, query);
      for (const [name, [verdict, reviewed]] of Object.entries(verdicts)) {
        const agent = byAgent ? agent_id : null;
        const key = [start, String(version).padStart(9, '0'), agent ?? '', name].join('#');
        const row = rows.get(key) ?? { start, version, agent_id: agent, name, ...noVerdicts };
        rows.set(key, { ...row, [verdict]: row[verdict] + 1 });
        if (!isDecided(verdict) || !isDecided(reviewed)) continue;
        const place = `${String(version).padStart(9, '0')}#${name}`;
        const { matrix } = matrices.get(place) ?? { matrix: emptyMatrix };
        const cell = cellOf[verdict][reviewed];
        matrices.set(place, { version, name, matrix: { ...matrix, [cell]: matrix[cell] + 1 } });
      }
    }
  }
  return {
    analyzer_id,
    from,
    to,
    analyses,
    rows: [...rows].sort(bySpelling).map(([, row]) => row),
    agreement: [...matrices]
      .sort(bySpelling)
      .map(([, { version, name, matrix }]) => ({ version, name, ...matrix, ...agreementOf(matrix) })),
  };
};
