import type { CursorKey } from '#lib/domain/cursor.ts';
import { cursorKeyId, cursorKeyOf, openCursor } from '#lib/domain/cursor.ts';
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
    const keys = (item?.keys ?? []) as { readonly id: string; readonly secret: Uint8Array }[];
    const found = keys.find((key) => key.id === id);
    return found && cursorKeyOf(id, found.secret);
  });

/** Whether the platform itself has marked a request that it sends for an assistant. */
export const isMark = async (sent: string, authorization: string): Promise<boolean> => {
  const id = cursorKeyId(sent);
  const key = id && (await sealingKey(id));
  const opened = key ? openCursor(sent, bindingOf(authorization), key) : undefined;
  return Number(opened?.until) > Date.now();
};
