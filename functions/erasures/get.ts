import { get } from '#lib/contract/erasures.ts';
import { callerErasures } from '#lib/erasures/caller-erasures.ts';
import { handle } from '#lib/http/handle.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const erasure = await callerErasures.find(caller, params.erasure_id);
  return erasure ? callerErasures.represent(erasure) : fail('erasure_not_found');
});
