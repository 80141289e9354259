import type { Dialer } from '#lib/domain/integrations/dialer.ts';
import { ProviderError } from '../errors.ts';
import { ask } from '../http.ts';
import { idOf, numbersIn, objectOf } from '../reading.ts';
import { accountPath, service } from './api.ts';
import { formOf } from './form.ts';

/** Places calls by Twilio's REST API (twilio.com/docs/voice/api/call-resource). */
export const dialer = (credential: string): Dialer => ({
  numbers: async () => {
    const path = `${accountPath(credential)}/IncomingPhoneNumbers.json?PageSize=1000`;
    const answer = objectOf(await ask(service, credential, { method: 'GET', path }));
    return numbersIn(answer.incoming_phone_numbers, 'sid');
  },
  dial: async ({ from, to, urls }) => {
    if (!urls) throw new ProviderError('refused', 'The platform has no address that Twilio could call');
    const form = formOf({
      From: from.number,
      To: to,
      Url: urls.answer,
      StatusCallback: urls.status,
      StatusCallbackEvent: ['ringing', 'completed'],
    });
    const path = `${accountPath(credential)}/Calls.json`;
    return idOf(objectOf(await ask(service, credential, { method: 'POST', path, form })).sid);
  },
});
