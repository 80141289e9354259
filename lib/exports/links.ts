import type { Export } from '#lib/contract/exports.ts';
import { contentTypeOf } from '#lib/domain/exports/export.ts';
import { signDownload } from '#lib/store/bucket/download-link.ts';
import type { ExportRecord } from './exports.ts';
import { objectKeyOf, readFiles } from './exports.ts';

/** An export with a link to each of its files. */
export const withLinks = async (record: ExportRecord): Promise<Export> => {
  const files = await readFiles(record.id);
  const signed = await Promise.all(
    files.map(async ({ name, resource, rows, size_bytes }) => {
      const key = objectKeyOf(record.id, name);
      const type = contentTypeOf(resource, record.format);
      const { url, expires_at } = await signDownload(key, type, name, 'attachment');
      return { file: { name, resource, rows, size_bytes, url }, expires_at };
    }),
  );
  return {
    ...record,
    links_expire_at: signed[0]?.expires_at ?? new Date().toISOString(),
    files: signed.map(({ file }) => file),
  };
};
