import type { WebCaller } from '#lib/domain/integrations/web-caller.ts';
import { ask } from '../http.ts';
import { addressIn } from '../joining.ts';
import { idOf, objectOf } from '../reading.ts';
import { vapi } from './service.ts';

/** The default of an assistant's `customerJoinTimeoutSeconds`, after which Vapi ends the call. */
const validMs = 15_000;

export const webCaller =
  (apiKey: string): WebCaller =>
  async ({ agent_id, variables }) => {
    const body = {
      assistantId: agent_id,
      assistantOverrides: { variableValues: variables },
      transport: { provider: 'daily' },
    };
    const call = objectOf(await ask(vapi, apiKey, { method: 'POST', path: '/call', body }));
    const url = addressIn(vapi, call.webCallUrl ?? objectOf(call.transport).callUrl, 'https:');
    return { call_id: idOf(call.id), url, token: null, variables: {}, validMs };
  };
