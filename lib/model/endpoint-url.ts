import * as z from 'zod/mini';

/**
 * `fetch` refuses addresses with credentials, which would also appear wherever the settings are displayed.
 */
const hasNoCredentials = (address: string): boolean => {
  const { username, password } = URL.parse(address) ?? { username: '', password: '' };
  return username === '' && password === '';
};

/** The address of an OpenAI-compatible endpoint in the operator's settings. */
export const EndpointUrl = z
  .url({ protocol: /^https?$/ })
  .check(
    z.refine(hasNoCredentials, 'must not have credentials in it: api_key_secret names where the key is'),
  );
