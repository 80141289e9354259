import { replace } from '#lib/contract/preferences.ts';
import { readPreferences, replacePreferences } from '#lib/data/people/preferences.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(replace, async ({ caller, body }) =>
  replacePreferences(caller, await readPreferences(caller), body),
);
