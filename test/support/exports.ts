import { expect } from 'vitest';
import type { Client } from '#lib/local/client.ts';
import { eventually } from './eventually.ts';

type ExportBody = NonNullable<NonNullable<Parameters<Client['exports']['create']>[0]>['body']>;
type Export = Awaited<ReturnType<Client['exports']['get']>>;

/** Creates an export, and waits until its files are written. */
export const completed = async (api: Client, body: ExportBody): Promise<Export> => {
  const { id, status } = await api.exports.create({ body });
  expect(status).toBe('pending');
  return eventually(async () => {
    const found = await api.exports.get({ params: { export_id: id } });
    expect(found.status).toBe('completed');
    return found;
  });
};

/** The content of an exported file. */
export const download = async ({
  url,
  size_bytes,
}: Pick<Export['files'][number], 'url' | 'size_bytes'>): Promise<Buffer> => {
  const response = await fetch(url);
  const body = Buffer.from(await response.arrayBuffer());
  expect([response.status, body.length]).toEqual([200, size_bytes]);
  return body;
};

/** The only file of a resource. */
export const fileOf = ({ files }: Export, resource: string): Export['files'][number] => {
  const found = files.filter((file) => file.resource === resource);
  expect(found).toHaveLength(1);
  return found[0] as Export['files'][number];
};
