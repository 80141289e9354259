import { get } from '#lib/contract/preferences.ts';
import { handle } from '#lib/http/handle.ts';
import { readPreferences } from '#lib/people/preferences.ts';

export const handler = handle(get, async ({ caller }) => (await readPreferences(caller)).value);
