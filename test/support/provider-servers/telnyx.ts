import type { ProviderServer } from './server.ts';
import { json } from './server.ts';

/** The part of Telnyx's REST API that connecting an account asks (developers.telnyx.com/api-reference). */
export const telnyxServer: ProviderServer = {
  provider: 'telnyx',
  keyOf: ({ authorization = '' }) => /^Bearer (.+)$/.exec(authorization)?.[1],
  errorOf: (status, message) => ({ errors: [{ code: `${status}`, title: message, detail: message }] }),
  routes: { 'GET /phone_numbers': () => json({ data: [], meta: { total_results: 0 } }) },
};
