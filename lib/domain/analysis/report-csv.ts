import type { AnalysisReport } from '#lib/contract/analysis-reports.ts';
import { csvRecords } from '../csv.ts';

const columns = [
  'start',
  'version',
  'agent_id',
  'name',
  'passed',
  'failed',
  'unknown',
  'not_applicable',
  'unscored',
] as const satisfies readonly (keyof AnalysisReport['rows'][number])[];

/** The verdicts of a report as CSV. */
export const reportCsv = ({ rows }: Pick<AnalysisReport, 'rows'>): string =>
  csvRecords([[...columns], ...rows.map((row) => columns.map((name) => row[name]))]);
