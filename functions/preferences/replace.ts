import { replace } from '#lib/contract/preferences.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { readPreferences, replacePreferences } from '#lib/people/preferences.ts';

export const handler = handleWrite(replace, async ({ caller, body }) =>
  replacePreferences(caller, await readPreferences(caller), body),
);
