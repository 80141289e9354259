import { openSecret } from '#lib/store/secrets/open-secret.ts';
import type { ToolServerRecord } from './tool-servers.ts';
import { tokenContext } from './tool-servers.ts';

/** The address of a server, and the token that it accepts. */
export const addressOf = async ({ id, url, token }: ToolServerRecord) => ({
  url,
  token: token && (await openSecret(token, tokenContext(id))),
});
