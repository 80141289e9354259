import { connect } from '#lib/contract/numbers.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { connectNumber } from '#lib/phone/numbers.ts';

export const handler = handleAuthority(connect, ({ params, body, caller, origin }, early) =>
  connectNumber(caller, params.integration_id, params.number, body.agent_id, origin, early),
);
