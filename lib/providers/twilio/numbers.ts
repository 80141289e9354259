import { maxNumbers } from '#lib/contract/numbers.ts';
import type { CarrierNumber, NumberAccount } from '#lib/domain/integrations/account-numbers.ts';
import { ask } from '../http.ts';
import type { Json } from '../reading.ts';
import { listOf, objectOf, textOf } from '../reading.ts';
import { accountPath, service } from './api.ts';
import { formOf } from './form.ts';

const maxUrl = 2048;

const numberOf = (found: Json): CarrierNumber[] => {
  const [id, number] = [textOf(found.sid, 40), textOf(found.phone_number, 40)];
  if (id === undefined || number === undefined) return [];
  return [
    {
      id,
      number,
      name: textOf(found.friendly_name, 200) ?? null,
      has_voice: objectOf(found.capabilities).voice !== false,
      on_trunk: textOf(found.trunk_sid, 40) !== undefined,
      routing: {
        voice_url: textOf(found.voice_url, maxUrl) ?? '',
        voice_method: textOf(found.voice_method, 10) ?? 'POST',
        status_callback: textOf(found.status_callback, maxUrl) ?? '',
        status_callback_method: textOf(found.status_callback_method, 10) ?? 'POST',
        voice_application: textOf(found.voice_application_sid, 40) ?? '',
      },
    },
  ];
};

/**
 * The numbers of an account (twilio.com/docs/phone-numbers/api/incomingphonenumber-resource). A number with
 * an application or a trunk ignores its own addresses.
 */
export const numberAccount = (credential: string): NumberAccount => {
  const path = `${accountPath(credential)}/IncomingPhoneNumbers`;
  const read = async (query: Readonly<Record<string, string>>): Promise<CarrierNumber[]> => {
    const address = `${path}.json?${new URLSearchParams(query)}`;
    const answer = objectOf(await ask(service, credential, { method: 'GET', path: address }));
    return listOf(answer.incoming_phone_numbers).map(objectOf).flatMap(numberOf);
  };
  return {
    list: () => read({ PageSize: String(maxNumbers) }),
    // The filter also finds numbers that contain this one.
    find: async (number) => (await read({ PhoneNumber: number })).find((found) => found.number === number),
    route: async (id, routing) => {
      const form = formOf({
        VoiceUrl: routing.voice_url,
        VoiceMethod: routing.voice_method,
        StatusCallback: routing.status_callback,
        StatusCallbackMethod: routing.status_callback_method,
        VoiceApplicationSid: routing.voice_application,
      });
      await ask(service, credential, { method: 'POST', path: `${path}/${id}.json`, form });
    },
  };
};
