import { hashSecret } from '#lib/domain/keys/api-key.ts';
import { keyOf } from '#lib/store/keys.ts';
import { get } from '#lib/store/operations/get.ts';

/** The item of a session's secret, beside those of API keys. */
export interface SessionSecret {
  readonly person_id: string;
  readonly session_id: string;
  readonly connection_id: string;
  readonly expires_at: string;
}

/** The session of a secret; undefined if it has ended. */
export const findSession = async (secret: string): Promise<SessionSecret | undefined> => {
  const item = await get(keyOf('secret', hashSecret(secret)));
  return item?.session_id === undefined ? undefined : (item as unknown as SessionSecret);
};
