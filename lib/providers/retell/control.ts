import type { Controller } from '#lib/domain/integrations/controller.ts';
import { ask } from '../http.ts';
import { retell } from './service.ts';

/** Retell ends calls and takes context for its agent (docs.retellai.com/api-references/update-live-call). */
export const controller = (apiKey: string): Controller => ({
  reach: async (call_id) => async (order) => {
    const id = encodeURIComponent(call_id);
    if (order.action === 'end') {
      await ask(retell, apiKey, { method: 'POST', path: `/v2/stop-call/${id}` });
    } else if (order.action === 'instruct') {
      const body = { call_control: { additional_context: order.text, trigger_response: false } };
      await ask(retell, apiKey, { method: 'PATCH', path: `/v2/update-live-call/${id}`, body });
    }
  },
});
