import type { Client, Identity, Role, Scope } from 'voice-agent-platform-client';
import { createClient } from 'voice-agent-platform-client';
import type { Credentials } from './credentials.ts';
import { baseUrl, sendWith } from './credentials.ts';

/** Somebody who is signed in: the key's identity, and a client that calls the API with it. */
export interface Session {
  readonly api: Client;
  readonly me: Identity;
  readonly may: (scope: Scope) => boolean;
  /** The role in whose view everything is shown, and nothing can be changed. */
  readonly viewedRole: Role | undefined;
  /** The response to a call that asks for CSV. */
  readonly csv: (call: (api: Client) => Promise<unknown>) => Promise<string>;
}

/** A session whose credentials can be replaced when the user signs in again. */
export interface Access {
  readonly session: Session;
  /**
   * Replaces the credentials and sends the waiting requests. Returns false, and changes nothing, if the new
   * credentials are somebody else's or lack a scope.
   */
  readonly renew: (next: Identity, credentials: Credentials) => boolean;
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

/**
 * Begins a session. When its credentials are refused, it calls `onEnd`, and the requests wait until `renew`
 * succeeds.
 */
export const openAccess = (me: Identity, first: Credentials, onEnd: () => void): Access => {
  let current = first;
  let waiting: PromiseWithResolvers<void> | undefined;
  const signedInAgain = (): Promise<void> => {
    waiting ??= Promise.withResolvers();
    onEnd();
    return waiting.promise;
  };
  const send: typeof fetch = async (url, init) => {
    const credentials = current;
    const response = await sendWith(credentials, url, init);
    if (response.status !== 401) return response;
    if (credentials === current) await signedInAgain();
    // The time that signing in takes does not count towards the request's time limit.
    return send(url, { ...init, signal: null });
  };
  const scopes = new Set(me.scopes);
  const csv = createClient({ baseUrl, fetch: asCsv(send) });
  return {
    session: {
      api: createClient({ baseUrl, fetch: send }),
      me,
      may: (scope) => scopes.has(scope),
      viewedRole: first.viewAs?.split('/')[1] as Role | undefined,
      csv: async (call) => ((await call(csv)) as { readonly csv: string }).csv,
    },
    renew: (next, credentials) => {
      const isSame = next.client?.id === me.client?.id && next.person?.id === me.person?.id;
      if (!isSame || me.scopes.some((scope) => !next.scopes.includes(scope))) return false;
      current = credentials;
      waiting?.resolve();
      waiting = undefined;
      return true;
    },
  };
};
