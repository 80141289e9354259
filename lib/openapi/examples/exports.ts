import type { ExportFormat, ExportResource } from '#lib/contract/exports.ts';
import type { ExamplesOf } from './example.ts';
import { lastPage } from './example.ts';
import { apiKey, client } from './story.ts';

const item = {
  id: 'exp_01kag3x5ntfyxs4v4yh2m8q9ab',
  created_at: '2026-11-20T09:30:00.000Z',
  updated_at: '2026-11-20T09:30:00.000Z',
  version: 1,
  client_id: client.id,
  created_by: apiKey.id,
  resources: ['conversations', 'turns'] as ExportResource[],
  format: 'parquet' as ExportFormat,
  recordings: false,
  status: 'pending' as 'pending' | 'completed',
  status_detail: null,
  rows: 0,
  size_bytes: 0,
  expires_at: '2026-11-27T09:30:00.000Z',
};
const completed = {
  ...item,
  updated_at: '2026-11-20T09:30:04.000Z',
  version: 4,
  status: 'completed' as const,
  rows: 18_412,
  size_bytes: 1_204_311,
};
const filters = { start_after: '2026-10-01T00:00:00.000Z', start_before: '2026-11-01T00:00:00.000Z' };
const link = (name: string) =>
  `https://recordings.s3.eu-central-1.amazonaws.com/exports/${item.id}/${name}?X-Amz-Expires=300&X-Amz-Signature=9f2c51e7`;
const file = (resource: ExportResource, rows: number, size_bytes: number) => {
  const name = `${resource}-0001.parquet`;
  return { name, resource, rows, size_bytes, url: link(name) };
};

const params = { export_id: item.id };

export const exports: ExamplesOf<'exports'> = {
  list: { query: { limit: '20' }, response: { data: [completed], ...lastPage } },
  create: {
    body: {
      client_id: client.id,
      resources: ['conversations', 'turns'],
      format: 'parquet',
      filters,
    },
    response: { ...item, filters, metadata: {}, links_expire_at: item.created_at, files: [] },
  },
  get: {
    params,
    response: {
      ...completed,
      filters,
      metadata: {},
      links_expire_at: '2026-11-20T09:36:00.000Z',
      files: [file('conversations', 1204, 310_553), file('turns', 17_208, 893_758)],
    },
  },
  remove: { params },
};
