import { disconnect } from '#lib/contract/numbers.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { disconnectNumber } from '#lib/phone/numbers.ts';

export const handler = handleAuthority(disconnect, ({ params, caller, origin }, early) =>
  disconnectNumber(caller, params.integration_id, params.number, origin, early),
);
