import { reportCsv } from '#lib/domain/analysis/report-csv.ts';
import { analyzer, analyzerParams } from './analyzers.ts';
import type { ExamplesOf } from './example.ts';

const name = 'appointment_repeated';

const response = {
  analyzer_id: analyzer.id,
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-11-21T00:00:00.000Z',
  analyses: 412,
  rows: [
    {
      start: '2026-11-01T00:00:00.000Z',
      version: 1,
      agent_id: null,
      name,
      passed: 301,
      failed: 42,
      unknown: 61,
      not_applicable: 0,
      unscored: 8,
    },
  ],
  agreement: [
    {
      version: 1,
      name,
      both_passed: 20,
      wrongly_passed: 2,
      wrongly_failed: 1,
      both_failed: 7,
      reviewed: 30,
      agreement: 0.9,
      passed_rate: 0.9524,
      failed_rate: 0.7778,
      kappa: 0.7541,
    },
  ],
};

export const analysisReports: ExamplesOf<'analysisReports'> = {
  get: {
    params: analyzerParams,
    query: { from: '2026-11-01T00:00:00Z', to: '2026-11-21T00:00:00Z' },
    response,
    csv: reportCsv(response),
  },
};
