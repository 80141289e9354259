import type { ProviderService } from '../http.ts';
import { ask } from '../http.ts';

/** Twilio's REST API. The credential is `<account SID>:<auth token>` (twilio.com/docs/usage/api). */
export const service: ProviderService = {
  provider: 'twilio',
  title: 'Twilio',
  baseUrl: 'https://api.twilio.com',
  authorization: (credential) => ({
    authorization: `Basic ${Buffer.from(credential).toString('base64')}`,
  }),
};

/** The path of the credential's account. */
export const accountPath = (credential: string): string =>
  `/2010-04-01/Accounts/${credential.slice(0, credential.indexOf(':'))}`;

/** Tries an auth token: Twilio shows an account only to its own. */
export const checkKey = async (credential: string): Promise<void> => {
  await ask(service, credential, { method: 'GET', path: `${accountPath(credential)}.json` });
};
