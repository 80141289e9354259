import { hashSecret } from '#lib/domain/keys/api-key.ts';

/*
 * The function of the Model Context Protocol calls the API with the key of its caller. A mark, which only the
 * platform can make, says so: the name of a program could be anybody's. It is for one key and one minute, and
 * no caller sees it.
 */

export const markHeader = 'x-assistant-mark';

export const validMs = 60_000;

export const bindingOf = (authorization: string) => ({
  owner: hashSecret(authorization),
  route: 'assistant',
  filters: {},
});
