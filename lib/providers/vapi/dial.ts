import type { Dialer } from '#lib/domain/integrations/dialer.ts';
import { ask } from '../http.ts';
import { idOf, listOf, objectOf, textOf } from '../reading.ts';
import { vapi } from './service.ts';

export const dialer = (apiKey: string): Dialer => ({
  numbers: async () => {
    const answer = await ask(vapi, apiKey, { method: 'GET', path: '/phone-number' });
    return listOf(answer)
      .map(objectOf)
      .flatMap(({ id: sent, number: text }) => {
        const [id, number] = [idOf(sent), textOf(text, 40)];
        return id === null || number === undefined ? [] : [{ id, number }];
      });
  },
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
