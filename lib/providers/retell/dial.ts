import type { Dialer } from '#lib/domain/integrations/dialer.ts';
import { conversationVariable } from '#lib/domain/integrations/dialer.ts';
import { ask } from '../http.ts';
import { idOf, numbersIn, objectOf } from '../reading.ts';
import { retell } from './service.ts';

export const dialer = (apiKey: string): Dialer => ({
  numbers: async () => {
    const path = '/v2/list-phone-numbers?limit=100';
    const { items } = objectOf(await ask(retell, apiKey, { method: 'GET', path }));
    return numbersIn(items, 'phone_number');
  },
  dial: async ({ agent_id, from, to, variables }) => {
    const body = {
      from_number: from.number,
      to_number: to,
      override_agent_id: agent_id,
      metadata: { [conversationVariable]: variables[conversationVariable] },
      retell_llm_dynamic_variables: variables,
    };
    return idOf(
      objectOf(await ask(retell, apiKey, { method: 'POST', path: '/v2/create-phone-call', body })).call_id,
    );
  },
});
