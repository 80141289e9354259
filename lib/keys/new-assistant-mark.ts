import { sealCursor } from '#lib/domain/cursor.ts';
import { currentCursorKey } from '#lib/store/lists/cursor-keys.ts';
import { bindingOf, validMs } from './assistant-mark.ts';

export const newMark = async (authorization: string): Promise<string> =>
  sealCursor({ until: Date.now() + validMs }, bindingOf(authorization), await currentCursorKey());
