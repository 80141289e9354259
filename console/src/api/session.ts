import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Client, Identity, Membership, Scope } from 'voice-agent-platform-client';
import { ApiProblem, createClient } from 'voice-agent-platform-client';
import { acceptInvitation, invitation, refusedReason } from '../people/invitation.ts';
import { forgetPerson, mayBeSignedIn } from '../people/remembered.ts';
import { readAllWords, words } from '../words/index.ts';

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
  | { readonly status: 'choosing'; readonly me: Identity; readonly memberships: readonly Membership[] }
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

/** A key and the cookie of a session together are refused. */
const withoutCookies: typeof fetch = (url, init) => fetch(url, { ...init, credentials: 'omit' });

const baseUrl = window.location.origin;

const clientOf = (apiKey: string): Client => createClient({ baseUrl, apiKey, fetch: withoutCookies });

/** The client of a person, in an organization. Other sites cannot send the header, so the cookie alone does nothing. */
const personClientOf = (organization: string, accept?: string): Client =>
  createClient({
    baseUrl,
    fetch: async (url, init) => {
      const headers = new Headers(init?.headers);
      headers.set('organization', organization);
      if (accept) headers.set('accept', accept);
      const response = await fetch(url, { ...init, headers });
      return accept && response.ok ? Response.json({ csv: await response.text() }) : response;
    },
  });

/** The same calls, with answers as CSV where a route has them. */
const csvClientOf = (apiKey: string): Client =>
  createClient({
    baseUrl,
    apiKey,
    fetch: async (url, init) => {
      const headers = new Headers(init?.headers);
      headers.set('accept', 'text/csv');
      const response = await withoutCookies(url, { ...init, headers });
      // The client takes nothing but JSON for an answer of these routes.
      return response.ok ? Response.json({ csv: await response.text() }) : response;
    },
  });

const isRefused = (error: unknown): boolean => error instanceof ApiProblem && error.status === 401;

/** Shows the pages, with all their texts. */
const show = async (me: Identity, api: Client, csv: Client): Promise<void> => {
  await readAllWords();
  const scopes = new Set(me.scopes);
  change({
    status: 'signed_in',
    session: {
      api,
      me,
      may: (scope) => scopes.has(scope),
      csv: async (call) => ((await call(csv)) as { readonly csv: string }).csv,
    },
  });
};

const enter = (key: string, me: Identity): Promise<void> => {
  sessionStorage.setItem(storageName, key);
  return show(me, clientOf(key), csvClientOf(key));
};

const leave = (reason?: string): void => {
  sessionStorage.removeItem(storageName);
  forgetPerson();
  change({ status: 'signed_out', reason });
};

/** Ends the session of a person at the platform, or forgets the key. */
export const signOut = (reason?: string): void => {
  const isPerson = state.status === 'signed_in' && state.session.me.person !== null;
  const ended = isPerson ? personClientOf('none').sessions.remove() : Promise.resolve();
  void ended.finally(() => leave(reason));
};

/** Ends all sessions of a person, in every browser. */
export const signOutEverywhere = async (): Promise<void> => {
  await personClientOf('none').sessions.removeAll();
  leave(words.signIn.reasons.everywhere);
};

/** The organization that a person has chosen in this tab: two tabs can show two organizations. */
const chosenName = 'organization';

/** Goes on as a person in an organization, whose identity there may be known already. */
const enterOrganization = async (organization: string, known?: Identity): Promise<void> => {
  const api = personClientOf(organization);
  const me = known ?? (await api.me.get());
  sessionStorage.setItem(chosenName, organization);
  await show(me, api, personClientOf(organization, 'text/csv'));
};

/** Lets a person choose another organization. */
export const chooseAgain = (): void => {
  sessionStorage.removeItem(chosenName);
  void startSession();
};

/** Goes on in an organization that a person has chosen, where the page of the one before may not exist. */
export const chooseOrganization = (membership: Membership): Promise<void> => {
  window.history.replaceState(null, '', '/');
  return enterOrganization(organizationOf(membership));
};

const organizationOf = ({ client_id }: Membership): string => client_id ?? 'platform';

/** The result of a call; undefined if the platform refuses who makes it. */
const unlessRefused = async <T>(call: Promise<T>): Promise<T | undefined> => {
  try {
    return await call;
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw error;
  }
};

/** Goes on in the organization that this tab has kept. Returns false if the person is no member of it, or not signed in. */
const enterAgain = async (): Promise<boolean> => {
  const kept = sessionStorage.getItem(chosenName);
  const entered = kept ? await unlessRefused(enterOrganization(kept).then(() => true)) : undefined;
  return entered ?? false;
};

/** Goes on with the session of a person, if this browser has one. */
const startAsPerson = async (): Promise<void> => {
  // Pages cannot see the cookie.
  if (!mayBeSignedIn()) return leave(refusedReason());
  const invited = invitation();
  if (!invited && (await enterAgain())) return;
  const api = personClientOf('none');
  let me = await unlessRefused(api.me.get());
  if (!me) return leave(refusedReason());
  if (invited) {
    if (invited.connectionId !== me.person?.connection_id) return leave(words.signIn.reasons.otherCompany);
    await acceptInvitation(api, invited);
    me = await api.me.get();
  }
  const { memberships } = me;
  const kept = sessionStorage.getItem(chosenName);
  const [only, ...others] = memberships;
  // With a single organization, the answer already describes the person as a member of it.
  if (only && others.length === 0) return enterOrganization(organizationOf(only), me);
  const chosen = memberships.find((one) => organizationOf(one) === kept);
  if (chosen) return enterOrganization(organizationOf(chosen));
  change({ status: 'choosing', me, memberships });
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
    params: { api_key_id: found?.id ?? '' },
    body: { overlap_seconds: 0 },
  });
  // The author of the link does not choose the page.
  window.history.replaceState(null, '', '/');
  await signIn(key);
};

/** Only `npm start` prints sign-in links. Elsewhere, somebody else's link would make people work in that person's organization. */
const mayFollowLinks = (): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(window.location.hostname);

const identityOf = (key: string): Promise<Identity | undefined> => unlessRefused(clientOf(key).me.get());

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
      refuse: () => void enter(kept, current),
    },
  });
};

const linkedSecret = (): string | null => new URLSearchParams(window.location.hash.slice(1)).get('sign_in');

/** Whether the browser has something to sign in with, so that the pages are likely to follow. */
export const canSignIn = (): boolean =>
  (mayFollowLinks() && linkedSecret() !== null) ||
  sessionStorage.getItem(storageName) !== null ||
  mayBeSignedIn();

/** Signs in by a link, or goes on with the key that this tab has. */
export const startSession = async (): Promise<void> => {
  change({ status: 'loading' });
  const { pathname, search } = window.location;
  if (canSignIn()) void readAllWords();
  const secret = linkedSecret();
  if (secret) window.history.replaceState(null, '', `${pathname}${search}`);
  const linked = mayFollowLinks() ? secret : null;
  const kept = sessionStorage.getItem(storageName);
  try {
    if (linked && kept) await ask(linked, kept);
    else if (linked) await redeem(linked);
    else if (kept) await signIn(kept);
    else await startAsPerson();
  } catch (error) {
    if (!isRefused(error)) change({ status: 'failed', error });
    else leave(linked ? words.signIn.reasons.linkUsed : words.signIn.reasons.keyEnded);
  }
};

/** Signs out as soon as the key is refused. */
export const watchRefusal = (error: unknown): void => {
  if (isRefused(error) && state.status === 'signed_in') leave(words.signIn.reasons.ended);
};

const SessionContext = createContext<Session | undefined>(undefined);
export const SessionProvider = SessionContext.Provider;

export const useSession = (): Session => {
  const session = useContext(SessionContext);
  if (!session) throw new Error('Nobody is signed in');
  return session;
};
