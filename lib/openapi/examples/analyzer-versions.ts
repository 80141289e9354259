import * as z from 'zod/mini';
import { AnalyzerVersionItem } from '#lib/contract/analyzer-versions.ts';
import { analyzer, analyzerParams } from './analyzers.ts';
import type { ExamplesOf } from './example.ts';
import { lastPage } from './example.ts';

const params = { ...analyzerParams, analyzer_version: '1' };

export const analyzerVersions: ExamplesOf<'analyzerVersions'> = {
  list: {
    params: analyzerParams,
    query: { limit: '20' },
    response: { data: [z.parse(AnalyzerVersionItem, analyzer)], ...lastPage },
  },
  get: { params, response: analyzer },
  restore: { params, response: { ...analyzer, updated_at: '2026-11-20T10:05:00.000Z', version: 3 } },
};
