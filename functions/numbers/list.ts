import { list } from '#lib/contract/numbers.ts';
import { handle } from '#lib/http/handle.ts';
import { listNumbers } from '#lib/phone/numbers.ts';

export const handler = handle(list, async ({ params, caller, origin }) => ({
  data: await listNumbers(caller, params.integration_id, origin),
}));
