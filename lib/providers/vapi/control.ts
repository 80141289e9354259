import type { Controller, ControlOrder } from '#lib/domain/integrations/controller.ts';
import { ProviderError } from '../errors.ts';
import { ask, baseUrlOf, sendOnce } from '../http.ts';
import { objectOf, textOf } from '../reading.ts';
import { vapi } from './service.ts';

/** The messages that Vapi takes during a call (docs.vapi.ai/calls/call-features). */
const messageOf = (order: ControlOrder) => {
  switch (order.action) {
    case 'end':
      return { type: 'end-call' };
    case 'say':
      return { type: 'say', content: order.text };
    case 'instruct':
      return {
        type: 'add-message',
        message: { role: 'system', content: order.text },
        triggerResponseEnabled: false,
      };
    case 'transfer':
      return { type: 'transfer', destination: { type: 'number', number: order.to } };
  }
};

/** Whether an address is one of Vapi's, to which a caller's words may go. */
const isOfVapi = (url: string): boolean => {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, origin } = new URL(url);
  if (origin === new URL(baseUrlOf(vapi)).origin) return true;
  return protocol === 'https:' && hostname.endsWith('.vapi.ai');
};

const timeoutMs = 10_000;

export const controller = (apiKey: string): Controller => ({
  reach: async (call_id) => {
    const path = `/call/${encodeURIComponent(call_id)}`;
    const { monitor } = objectOf(await ask(vapi, apiKey, { method: 'GET', path }));
    // The address is a secret of the call, and is asked for each time.
    const url = textOf(objectOf(monitor).controlUrl, 2000);
    if (url === undefined || !isOfVapi(url)) {
      throw new ProviderError('refused', 'Vapi gives no address at which this call can be controlled');
    }
    const headers = { 'content-type': 'application/json' };
    return async (order) => {
      await sendOnce(vapi, {
        method: 'POST',
        url,
        headers,
        body: JSON.stringify(messageOf(order)),
        timeoutMs,
      });
    };
  },
});
