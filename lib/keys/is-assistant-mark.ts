import type { CursorKey } from '#lib/domain/cursor.ts';
import { cursorKeyId, openCursor } from '#lib/domain/cursor.ts';
import { minuteMs } from '#lib/domain/durations.ts';
import { keyOf } from '#lib/store/keys.ts';
import { memoryFor } from '#lib/store/memory.ts';
import { get } from '#lib/store/operations/get.ts';
import { bindingOf } from './assistant-mark.ts';

const recall = memoryFor<CursorKey | undefined>(minuteMs, 10);

/** The key that sealed a mark. Functions that only compare marks may not write keys. */
const sealingKey = (id: string): Promise<CursorKey | undefined> =>
  recall(id, async () => {
    const item = await get(keyOf('cursor_keys'));
    return ((item?.keys ?? []) as CursorKey[]).find((key) => key.id === id);
  });

/** Whether the platform itself has marked a request that it sends for an assistant. */
export const isMark = async (sent: string, authorization: string): Promise<boolean> => {
  const id = cursorKeyId(sent);
  const key = id && (await sealingKey(id));
  const opened = key ? openCursor(sent, bindingOf(authorization), key) : undefined;
  return Number(opened?.until) > Date.now();
};
