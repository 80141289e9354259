import type { Dialer } from '#lib/domain/integrations/dialer.ts';
import { ProviderError } from '../errors.ts';
import { ask } from '../http.ts';
import { idOf, numbersIn, objectOf, textOf } from '../reading.ts';
import { elevenLabs } from './service.ts';

export const dialer = (apiKey: string): Dialer => ({
  numbers: async () => {
    const answer = await ask(elevenLabs, apiKey, { method: 'GET', path: '/v1/convai/phone-numbers' });
    return numbersIn(answer, 'phone_number_id');
  },
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
});
