import { get } from '#lib/contract/preferences.ts';
import { readPreferences } from '#lib/data/people/preferences.ts';
import { handle } from '#lib/http/handle.ts';

export const handler = handle(get, async ({ caller }) => (await readPreferences(caller)).value);
