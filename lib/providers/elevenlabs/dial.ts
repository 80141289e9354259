import type { Dialer } from '#lib/domain/integrations/dialer.ts';
import { ProviderError } from '../errors.ts';
import { ask } from '../http.ts';
import { idOf, listOf, objectOf, textOf } from '../reading.ts';
import { elevenLabs } from './service.ts';

export const dialer = (apiKey: string): Dialer => {
  const numbers = async () => {
    const answer = await ask(elevenLabs, apiKey, { method: 'GET', path: '/v1/convai/phone-numbers' });
    return listOf(answer)
      .map(objectOf)
      .flatMap(({ phone_number_id, phone_number }) => {
        const [id, number] = [idOf(phone_number_id), textOf(phone_number, 40)];
        return id === null || number === undefined ? [] : [{ id, number }];
      });
  };
  return {
    numbers,
    dial: async ({ agent_id, from, to, variables }) => {
      const body = {
        agent_id,
        agent_phone_number_id: from.id,
        to_number: to,
        conversation_initiation_client_data: { dynamic_variables: variables },
      };
      const path = '/v1/convai/twilio/outbound-call';
      const answer = objectOf(await ask(elevenLabs, apiKey, { method: 'POST', path, body }));
      if (answer.success === false) {
        throw new ProviderError(
          'refused',
          `ElevenLabs refuses the call: ${textOf(answer.message, 300) ?? 'no reason'}`,
        );
      }
      return idOf(answer.conversation_id);
    },
  };
};
