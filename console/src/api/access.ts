import type { Client, Identity, Scope } from 'voice-agent-platform-client';
import { createClient } from 'voice-agent-platform-client';
import type { Proof } from './proof.ts';
import { baseUrl, sendWith } from './proof.ts';

/** Somebody who is signed in: the key's identity, and a client that calls the API with it. */
export interface Session {
  readonly api: Client;
  readonly me: Identity;
  readonly may: (scope: Scope) => boolean;
  /** The response to a call that asks for CSV. */
  readonly csv: (call: (api: Client) => Promise<unknown>) => Promise<string>;
}

/** A session outlasts its proof: whoever signs in again brings another one. */
export interface Access {
  readonly session: Session;
  /** Goes on with another proof, and sends what waits. Returns false if that one may do less, or is somebody else's. */
  readonly renew: (next: Identity, proof: Proof) => boolean;
}

const asCsv =
  (send: typeof fetch): typeof fetch =>
  async (url, init) => {
    const headers = new Headers(init?.headers);
    headers.set('accept', 'text/csv');
    const response = await send(url, { ...init, headers });
    // The client takes nothing but JSON for an answer of these routes.
    return response.ok ? Response.json({ csv: await response.text() }) : response;
  };

/** Begins a session. Its requests wait once they are refused, after `onEnd` was called, until somebody signs in again. */
export const openAccess = (me: Identity, first: Proof, onEnd: () => void): Access => {
  let current = first;
  let waiting: PromiseWithResolvers<void> | undefined;
  const signedInAgain = (): Promise<void> => {
    waiting ??= Promise.withResolvers();
    onEnd();
    return waiting.promise;
  };
  const send: typeof fetch = async (url, init) => {
    const proof = current;
    const response = await sendWith(proof, url, init);
    if (response.status !== 401) return response;
    if (proof === current) await signedInAgain();
    // The time that somebody takes to sign in does not count for the request.
    return send(url, { ...init, signal: null });
  };
  const scopes = new Set(me.scopes);
  const csv = createClient({ baseUrl, fetch: asCsv(send) });
  return {
    session: {
      api: createClient({ baseUrl, fetch: send }),
      me,
      may: (scope) => scopes.has(scope),
      csv: async (call) => ((await call(csv)) as { readonly csv: string }).csv,
    },
    renew: (next, proof) => {
      const isSame = next.client?.id === me.client?.id && next.person?.id === me.person?.id;
      if (!isSame || me.scopes.some((scope) => !next.scopes.includes(scope))) return false;
      current = proof;
      waiting?.resolve();
      waiting = undefined;
      return true;
    },
  };
};
