import type { WebCaller } from '#lib/domain/integrations/web-caller.ts';
import { ask } from '../http.ts';
import { tokenIn } from '../joining.ts';
import { idOf, objectOf } from '../reading.ts';
import { retell } from './service.ts';

/** A call that nobody joins for 30 seconds is over (docs.retellai.com/deploy/web-call). */
const validMs = 30_000;

export const webCaller =
  (apiKey: string): WebCaller =>
  async ({ agent_id, variables }) => {
    const body = { agent_id, retell_llm_dynamic_variables: variables };
    const path = '/v2/create-web-call';
    const call = objectOf(await ask(retell, apiKey, { method: 'POST', path, body }));
    const token = tokenIn(retell, call.access_token);
    return { call_id: idOf(call.call_id), url: null, token, variables: {}, validMs };
  };
