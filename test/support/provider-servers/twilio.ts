import type { Json, ProviderServer } from './server.ts';
import { addTo, changeIn, collectionOf, json, removeFrom } from './server.ts';

const account = '/2010-04-01/Accounts/{}';

const fieldsOf = (text: string): Json => Object.fromEntries(new URLSearchParams(text));

/** The part of Twilio's REST API that calls need (twilio.com/docs/usage/api). Its bodies are forms. */
export const twilioServer: ProviderServer = {
  provider: 'twilio',
  keyOf: ({ authorization = '' }) => {
    const [, encoded = ''] = /^Basic (.+)$/.exec(authorization) ?? [];
    return Buffer.from(encoded, 'base64').toString().split(':')[1];
  },
  errorOf: (status, message) => ({ status, message, code: 20_003 }),
  routes: {
    [`GET ${account}.json`]: ({ params: [sid = ''] }) => json({ sid, status: 'active' }),
    [`GET ${account}/IncomingPhoneNumbers.json`]: (request) =>
      json({ incoming_phone_numbers: Object.values(collectionOf(request.account, 'numbers')) }),
    [`POST ${account}/IncomingPhoneNumbers/{}.json`]: ({ account: of, params: [, sid = ''], text }) => {
      const { VoiceUrl: voice_url, VoiceMethod: voice_method } = fieldsOf(text);
      const changed = changeIn(of, 'numbers', sid, { voice_url, voice_method });
      return changed ? json(changed) : json({ message: 'not found' }, 404);
    },
    [`POST ${account}/Calls.json`]: ({ account: of, text }) =>
      json(addTo(of, 'calls', 'CA', 'sid', fieldsOf(text)), 201),
    [`DELETE ${account}/Recordings/{}.json`]: ({ account: of, params: [, sid = ''] }) =>
      removeFrom(of, 'recordings', sid) ? json({}, 204) : json({ message: 'not found' }, 404),
  },
};
