import type { Dialer } from '#lib/domain/integrations/dialer.ts';
import { ask } from '../http.ts';
import { idOf, numbersIn, objectOf } from '../reading.ts';
import { vapi } from './service.ts';

export const dialer = (apiKey: string): Dialer => ({
  numbers: async () =>
    numbersIn(await ask(vapi, apiKey, { method: 'GET', path: '/phone-number' }), 'id', 'number'),
  dial: async ({ agent_id, from, to, variables }) => {
    const body = {
      assistantId: agent_id,
      phoneNumberId: from.id,
      customer: { number: to },
      assistantOverrides: { variableValues: variables },
    };
    return idOf(objectOf(await ask(vapi, apiKey, { method: 'POST', path: '/call', body })).id);
  },
});
