import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Client, Identity, Scope } from 'voice-agent-platform-client';
import { ApiProblem, createClient } from 'voice-agent-platform-client';

/** Somebody who is signed in: the key's identity, and a client that calls the API with it. */
export interface Session {
  readonly api: Client;
  readonly me: Identity;
  readonly may: (scope: Scope) => boolean;
  /** The response to a call that asks for CSV. */
  readonly csv: (call: (api: Client) => Promise<unknown>) => Promise<string>;
}

export type SessionState =
  | { readonly status: 'loading' }
  | { readonly status: 'signed_out'; readonly reason?: string | undefined }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'asked'; readonly question: SignInQuestion }
  | { readonly status: 'signed_in'; readonly session: Session };

/** A sign-in link was opened where somebody is signed in already. */
export interface SignInQuestion {
  readonly current: Identity;
  readonly offered: Identity;
  readonly accept: () => Promise<void>;
  readonly refuse: () => void;
}

/** The key is kept for this tab only, and never in a place that outlives it. */
const storageName = 'api_key';

let state: SessionState = { status: 'loading' };
const listeners = new Set<() => void>();

const change = (next: SessionState): void => {
  state = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useSessionState = (): SessionState => useSyncExternalStore(subscribe, () => state);

const clientOf = (apiKey: string): Client => createClient({ baseUrl: window.location.origin, apiKey });

/** The same calls, with answers as CSV where a route has them. */
const csvClientOf = (apiKey: string): Client =>
  createClient({
    baseUrl: window.location.origin,
    apiKey,
    fetch: async (url, init) => {
      const headers = new Headers(init?.headers);
      headers.set('accept', 'text/csv');
      const response = await fetch(url, { ...init, headers });
      // The client takes nothing but JSON for an answer of these routes.
      return response.ok ? Response.json({ csv: await response.text() }) : response;
    },
  });

const isRefused = (error: unknown): boolean => error instanceof ApiProblem && error.status === 401;

const enter = (key: string, me: Identity): void => {
  sessionStorage.setItem(storageName, key);
  const scopes = new Set(me.scopes);
  change({
    status: 'signed_in',
    session: {
      api: clientOf(key),
      me,
      may: (scope) => scopes.has(scope),
      csv: async (call) => ((await call(csvClientOf(key))) as { readonly csv: string }).csv,
    },
  });
};

export const signOut = (reason?: string): void => {
  sessionStorage.removeItem(storageName);
  change({ status: 'signed_out', reason });
};

/** Signs in with a pasted key. Throws the problem of a key that is refused. */
export const signIn = async (key: string): Promise<void> => enter(key, await clientOf(key).me.get());

/**
 * The secret of a sign-in link works once: the key rotates itself, so that the one in the terminal, the history or a log opens nothing.
 */
const redeem = async (secret: string): Promise<void> => {
  const api = clientOf(secret);
  const { key: found } = await api.me.get();
  const { key } = await api.apiKeys.rotate({
    params: { api_key_id: found.id },
    body: { overlap_seconds: 0 },
  });
  // The author of the link does not choose the page.
  window.history.replaceState(null, '', '/');
  await signIn(key);
};

/** Only `npm start` prints sign-in links. Elsewhere, somebody else's link would make people work in that person's organization. */
const mayFollowLinks = (): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(window.location.hostname);

const identityOf = async (key: string): Promise<Identity | undefined> => {
  try {
    return await clientOf(key).me.get();
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw error;
  }
};

/** Asks before a link replaces a session, naming both. */
const ask = async (linked: string, kept: string): Promise<void> => {
  const [offered, current] = await Promise.all([identityOf(linked), identityOf(kept)]);
  if (!current) return redeem(linked);
  if (!offered) return enter(kept, current);
  change({
    status: 'asked',
    question: {
      current,
      offered,
      accept: () => redeem(linked),
      refuse: () => enter(kept, current),
    },
  });
};

/** Signs in by a link, or goes on with the key that this tab has. */
export const startSession = async (): Promise<void> => {
  change({ status: 'loading' });
  const { hash, pathname, search } = window.location;
  const secret = new URLSearchParams(hash.slice(1)).get('sign_in');
  if (secret) window.history.replaceState(null, '', `${pathname}${search}`);
  const linked = mayFollowLinks() ? secret : null;
  const kept = sessionStorage.getItem(storageName);
  try {
    if (linked && kept) await ask(linked, kept);
    else if (linked) await redeem(linked);
    else if (kept) await signIn(kept);
    else signOut();
  } catch (error) {
    if (!isRefused(error)) change({ status: 'failed', error });
    else if (linked)
      signOut('This link has expired or was already used. Start the platform again for a new one.');
    else signOut('Your key was revoked or has expired.');
  }
};

/** Signs out as soon as the key is refused. */
export const watchRefusal = (error: unknown): void => {
  if (isRefused(error) && state.status === 'signed_in') signOut('Your key was revoked or has expired.');
};

const SessionContext = createContext<Session | undefined>(undefined);
export const SessionProvider = SessionContext.Provider;

export const useSession = (): Session => {
  const session = useContext(SessionContext);
  if (!session) throw new Error('Nobody is signed in');
  return session;
};
