import type { Dialer } from '#lib/domain/integrations/dialer.ts';
import { conversationVariable } from '#lib/domain/integrations/dialer.ts';
import { ask } from '../http.ts';
import { idOf, listOf, objectOf, textOf } from '../reading.ts';
import { retell } from './service.ts';

export const dialer = (apiKey: string): Dialer => ({
  numbers: async () => {
    const answer = objectOf(
      await ask(retell, apiKey, { method: 'GET', path: '/v2/list-phone-numbers?limit=100' }),
    );
    return listOf(answer.items)
      .map(objectOf)
      .flatMap(({ phone_number }) => {
        const number = textOf(phone_number, 40);
        return number === undefined ? [] : [{ id: number, number }];
      });
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
