import type { ProviderServer } from './server.ts';
import { addTo, collectionOf, json } from './server.ts';

const refused = (detail: string) => json({ errors: [{ code: '10015', title: 'Bad Request', detail }] }, 422);

/** The part of Telnyx's REST API that calls need (developers.telnyx.com/api-reference). */
export const telnyxServer: ProviderServer = {
  provider: 'telnyx',
  keyOf: ({ authorization = '' }) => /^Bearer (.+)$/.exec(authorization)?.[1],
  errorOf: (status, message) => ({ errors: [{ code: `${status}`, title: message, detail: message }] }),
  routes: {
    'GET /phone_numbers': ({ account }) => {
      const data = Object.values(collectionOf(account, 'numbers'));
      return json({ data, meta: { total_results: data.length } });
    },
    'POST /texml/calls/{}': ({ account, params: [connection_id = ''], body }) => {
      const { From, To, Url, StatusCallback } = body;
      const number = Object.values(collectionOf(account, 'numbers')).find(
        ({ phone_number }) => phone_number === From,
      );
      if (number?.connection_id !== connection_id) return refused('The connection does not have the number');
      if (![Url, StatusCallback].every((url) => URL.canParse(String(url)))) return refused('No URL');
      const { call_sid } = addTo(account, 'calls', 'v3:', 'call_sid', body);
      return json({ call_sid, from: From, to: To, status: 'queued' });
    },
  },
};
