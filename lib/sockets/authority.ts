import type { Caller } from '#lib/domain/caller.ts';
import { ownerOf } from '#lib/domain/caller.ts';
import { rememberedMs } from '#lib/domain/keys/api-key.ts';
import type { Grant } from '#lib/people/grants.ts';
import { findGrant, scopesOf } from '#lib/people/grants.ts';
import { keyOf } from '#lib/store/keys.ts';
import { memoryFor } from '#lib/store/memory.ts';
import { get } from '#lib/store/operations/get.ts';

/** The key on which the socket of a page relies, or the session of a person who is a member. */
export interface Authority {
  /** The owner for which the page acts. */
  readonly owner: string;
  /** The id of the key or of the member. */
  readonly key_id: string;
  readonly secret_hash: string;
  /** Absent: a key. */
  readonly person?: { readonly id: string; readonly connection_id: string };
}

export const authorityOf = (caller: Caller, secret_hash: string): Authority => ({
  owner: ownerOf(caller),
  key_id: caller.key_id,
  secret_hash,
  ...(caller.person && {
    person: { id: caller.person.id, connection_id: caller.person.connection_id },
  }),
});

const scope = 'conversations:read';

interface Life {
  readonly scopes?: readonly string[];
  readonly expires_at: string | null;
}

const isAlive = ({ expires_at }: Life): boolean =>
  expires_at === null || expires_at > new Date().toISOString();

/** Whether it still reads conversations. */
export const isGood = async ({ owner, secret_hash, person }: Authority): Promise<boolean> => {
  const item = await get(keyOf('secret', secret_hash));
  const secret = item as Life | undefined;
  if (!secret || !isAlive(secret)) return false;
  if (!person) return secret.scopes?.includes(scope) ?? false;
  const found = await findGrant(person, owner);
  if (!found) return false;
  const grant = JSON.parse(found.terms) as Grant;
  return isAlive(grant) && scopesOf(grant).includes(scope);
};

const recall = memoryFor<boolean>(rememberedMs, 1000);

/** The same as of at most ten seconds ago, as for requests. */
export const wasGood = (authority: Authority): Promise<boolean> =>
  recall(`${authority.secret_hash} ${authority.owner}`, () => isGood(authority));
