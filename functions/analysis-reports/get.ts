import { analyzers } from '#lib/analysis/analyzer-record.ts';
import { reportOf } from '#lib/analysis/report.ts';
import { get } from '#lib/contract/analysis-reports.ts';
import { invalid } from '#lib/contract/errors.ts';
import { reportCsv } from '#lib/domain/analysis/report-csv.ts';
import { handle } from '#lib/http/handle.ts';

const usualMs = 30 * 24 * 60 * 60 * 1000;

export const handler = handle(
  get,
  async ({ params, query, caller, fail }) => {
    const analyzer = (await analyzers.find(caller, params.analyzer_id)) ?? fail('analyzer_not_found');
    const { to = new Date().toISOString(), interval, group_by } = query;
    const { from = new Date(Date.parse(to) - usualMs).toISOString() } = query;
    if (from >= to) throw invalid({ parameter: 'to', code: 'out_of_range', detail: 'must be after from' });
    return reportOf(analyzer.id, { from, to, interval, byAgent: group_by === 'agent' });
  },
  reportCsv,
);
