import type { Dialer } from '#lib/domain/integrations/dialer.ts';
import { ProviderError } from '../errors.ts';
import { ask } from '../http.ts';
import { idOf, numbersIn, objectOf } from '../reading.ts';
import { service } from './api.ts';

/** The most numbers that Telnyx lists at once. */
const pageSize = 250;

/**
 * Places calls by Telnyx's API of TeXML (developers.telnyx.com/api-reference/texml-rest-commands). A call is
 * placed by the application to which its number is assigned, which is known by the id of its connection.
 */
export const dialer = (apiKey: string): Dialer => ({
  numbers: async () => {
    const path = `/phone_numbers?${new URLSearchParams({ 'page[size]': `${pageSize}` })}`;
    const { data } = objectOf(await ask(service, apiKey, { method: 'GET', path }));
    return numbersIn(data, 'connection_id');
  },
  dial: async ({ from, to, urls }) => {
    if (!urls) throw new ProviderError('refused', 'The platform has no address that Telnyx could call');
    const answer = await ask(service, apiKey, {
      method: 'POST',
      path: `/texml/calls/${encodeURIComponent(from.id)}`,
      // The application says with which method the addresses are called.
      body: { From: from.number, To: to, Url: urls.answer, StatusCallback: urls.status },
    });
    const { call_sid, data } = objectOf(answer);
    return idOf(call_sid ?? objectOf(data).call_sid);
  },
});
