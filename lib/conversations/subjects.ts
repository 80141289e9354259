import type { AuditSubject } from '#lib/domain/audit/record.ts';
import { keyOf } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { isErasing } from './conversation-record.ts';

/**
 * Those of the conversations that are there, each once, as the audit log names them. One whose erasure has
 * begun is not.
 */
export const readSubjects = async (ids: readonly string[]): Promise<AuditSubject[]> => {
  const all = [...new Set(ids)];
  const keys = all.map((id) => keyOf('conversation', id));
  const items = await batchGet(keys, { attributes: ['path', 'erasing'] });
  return items.flatMap((item, at) =>
    item && !isErasing(item) ? [{ id: all[at] ?? '', path: item.path as string[] }] : [],
  );
};
