import { keyOf } from '#lib/store/keys.ts';
import { get } from '#lib/store/operations/get.ts';
import { pack, unpack } from '#lib/store/records.ts';
import type { SecretContext } from '#lib/store/secrets/data-key.ts';
import type { SigningSecrets } from '#lib/store/secrets/new-signing-secret.ts';
import type { Item } from '#lib/store/table.ts';

/** The secret that signs the requests of an agent's tools. */
export interface SigningSecretRecord extends SigningSecrets {
  readonly updated_at: string;
}

const json = ['previous'] as const;

export const signingSecretItem = (agentId: string, secret: SigningSecretRecord): Item => ({
  ...pack(secret, json),
  ...keyOf('signing_secret', agentId),
});

export const readSigningSecret = async (agentId: string): Promise<SigningSecretRecord | undefined> => {
  const item = await get(keyOf('signing_secret', agentId));
  return item && unpack<SigningSecretRecord>(item, json);
};

/** The context in which an agent's secret is sealed. */
export const secretContext = (agentId: string): SecretContext => ({
  entity: agentId,
  purpose: 'tool_secret',
});
