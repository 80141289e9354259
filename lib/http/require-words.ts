import type { RecordWords } from '#lib/audit/words.ts';
import { wordsFor } from '#lib/audit/words.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { lacking } from './authorize.ts';

/** Refuses a caller who may not read words of calls, and lets others once it is recorded whose they are. */
export const requireWords = (route: { readonly audit: string }, caller: Caller): RecordWords => {
  const record = wordsFor(route, caller);
  if (!record) throw lacking('conversations:read');
  return record;
};
