import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Identity, Membership, Role } from 'voice-agent-platform-client';
import { ApiProblem } from 'voice-agent-platform-client';
import { acceptInvitation, invitation, refusedReason } from '../people/invitation.ts';
import { forgetPerson, mayBeSignedIn } from '../people/remembered.ts';
import { readAllWords, words } from '../words/index.ts';
import type { Access, Session } from './access.ts';
import type { Credentials } from './credentials.ts';
import { clientOf } from './credentials.ts';
import { tabStorage } from './storage.ts';

export type { Session };

export type SessionState =
  | { readonly status: 'loading' }
  | { readonly status: 'signed_out'; readonly reason?: string | undefined }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'asked'; readonly question: SignInQuestion }
  | { readonly status: 'choosing'; readonly me: Identity; readonly memberships: readonly Membership[] }
  | {
      readonly status: 'signed_in';
      readonly session: Session;
      /** Whether its requests are refused. They wait until somebody signs in again. */
      readonly ended: boolean;
    };

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

let access: Access | undefined;

const isRefused = (error: unknown): boolean => error instanceof ApiProblem && error.status === 401;

/** The member as whom this tab looks at the console: `client_…/listener`. */
const viewName = 'view_as';

/** Shows the pages, with all their texts. */
const open = async (me: Identity, credentials: Credentials): Promise<void> => {
  const [{ openAccess }] = await Promise.all([import('./access.ts'), readAllWords()]);
  const opened = openAccess(me, credentials, () => {
    if (access === opened && state.status === 'signed_in') change({ ...state, ended: true });
  });
  access = opened;
  change({ status: 'signed_in', ended: false, session: opened.session });
};

/** The same in the view that this tab has kept, unless the platform refuses it by now. */
const inView = async (me: Identity, credentials: Credentials): Promise<[Identity, Credentials]> => {
  const viewAs = tabStorage.getItem(viewName);
  if (viewAs === null) return [me, credentials];
  const viewing = { ...credentials, viewAs };
  try {
    return [await clientOf(viewing).me.get(), viewing];
  } catch (error) {
    if (!(error instanceof ApiProblem && error.code === 'view_refused')) throw error;
    tabStorage.removeItem(viewName);
    return [me, credentials];
  }
};

const show = async (me: Identity, credentials: Credentials): Promise<void> =>
  open(...(await inView(me, credentials)));

const enter = (key: string, me: Identity): Promise<void> => {
  tabStorage.setItem(storageName, key);
  return show(me, { key });
};

/** Goes on with the session that has ended, or begins another one. */
const goOn = async (me: Identity, credentials: Credentials): Promise<void> => {
  const [seen, used] = await inView(me, credentials);
  if (state.status !== 'signed_in' || !access?.renew(seen, used)) return open(seen, used);
  change({ ...state, ended: false });
};

/** Signs in again with a pasted key. Throws the problem of a key that is refused. */
export const signInAgain = async (key: string): Promise<void> => {
  const me = await clientOf({ key }).me.get();
  tabStorage.setItem(storageName, key);
  await goOn(me, { key });
};

/** Goes on if the person has signed in again in another tab. Returns false if not. */
export const isSignedInAgain = async (): Promise<boolean> => {
  const organization = tabStorage.getItem(chosenName) ?? 'none';
  const me = await unlessRefused(clientOf({ organization }).me.get());
  if (me) await goOn(me, { organization });
  // A person who is signed in and still refused is no longer a member of the organization, and chooses
  // another one.
  else if (await unlessRefused(clientOf(noOrganization).me.get())) await startSession();
  else return false;
  return true;
};

const leave = (reason?: string): void => {
  access = undefined;
  tabStorage.removeItem(storageName);
  tabStorage.removeItem(viewName);
  forgetPerson();
  change({ status: 'signed_out', reason });
};

const noOrganization = { organization: 'none' };

/**
 * Ends the session of a person at the platform, or forgets the key. Who cannot be signed out is told so: the
 * next person at this browser would go on with the session.
 */
export const signOut = async (reason?: string): Promise<void> => {
  const isPerson =
    state.status === 'choosing' || (state.status === 'signed_in' && state.session.me.person !== null);
  try {
    if (isPerson) await clientOf(noOrganization).sessions.remove();
  } catch (error) {
    // The page of sign-in has no need of it.
    const { toastProblem } = await import('../kit/toasts.tsx');
    if (!isRefused(error)) return toastProblem(error);
  }
  tabStorage.removeItem(chosenName);
  leave(reason);
};

/** Ends all sessions of a person, in every browser. */
export const signOutEverywhere = async (): Promise<void> => {
  await clientOf(noOrganization).sessions.removeAll();
  leave(words.signIn.reasons.everywhere);
};

/** The organization that a person has chosen in this tab: two tabs can show two organizations. */
const chosenName = 'organization';

/** Goes on as a person in an organization, whose identity there may be known already. */
const enterOrganization = async (organization: string, known?: Identity): Promise<void> => {
  const me = known ?? (await clientOf({ organization }).me.get());
  tabStorage.setItem(chosenName, organization);
  await show(me, { organization });
};

/** Lets a person choose another organization. */
export const chooseAgain = (): void => {
  tabStorage.removeItem(chosenName);
  tabStorage.removeItem(viewName);
  void startSession();
};

/** Goes on in an organization that a person has chosen, where the page of the one before may not exist. */
export const chooseOrganization = (membership: Membership): Promise<void> => {
  window.history.replaceState(null, '', '/');
  return enterOrganization(organizationOf(membership));
};

/** The credentials of this tab without a view. */
const ownCredentials = (): Credentials => {
  const key = tabStorage.getItem(storageName);
  return key ? { key } : { organization: tabStorage.getItem(chosenName) ?? 'none' };
};

/** Shows the console as a member of an organization sees it. Throws the problem of a view that is refused. */
export const viewAsMember = async (clientId: string, role: Role): Promise<void> => {
  const viewing = { ...ownCredentials(), viewAs: `${clientId}/${role}` };
  const me = await clientOf(viewing).me.get();
  tabStorage.setItem(viewName, viewing.viewAs);
  window.history.pushState(null, '', '/');
  await open(me, viewing);
};

/** Goes on as oneself, on the page of the organization. */
export const stopViewing = async (clientId: string): Promise<void> => {
  const own = ownCredentials();
  const me = await clientOf(own).me.get();
  tabStorage.removeItem(viewName);
  window.history.pushState(null, '', `/organizations/${clientId}`);
  await open(me, own);
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

/**
 * Goes on in the organization that this tab has kept. Returns false if the person is no member of it, or not
 * signed in.
 */
const enterAgain = async (): Promise<boolean> => {
  const kept = tabStorage.getItem(chosenName);
  const entered = kept ? await unlessRefused(enterOrganization(kept).then(() => true)) : undefined;
  return entered ?? false;
};

/** Goes on with the session of a person, if this browser has one. */
const startAsPerson = async (): Promise<void> => {
  // Pages cannot see the cookie.
  if (!mayBeSignedIn()) return leave(refusedReason());
  const invited = invitation();
  if (!invited && (await enterAgain())) return;
  const api = clientOf(noOrganization);
  let me = await unlessRefused(api.me.get());
  if (!me) return leave(refusedReason());
  if (invited) {
    if (invited.connectionId !== me.person?.connection_id) return leave(words.signIn.reasons.otherCompany);
    await acceptInvitation(api, invited);
    me = await api.me.get();
  }
  const { memberships } = me;
  const kept = tabStorage.getItem(chosenName);
  const [only, ...others] = memberships;
  // With a single organization, the answer already describes the person as a member of it.
  if (only && others.length === 0) return enterOrganization(organizationOf(only), me);
  const chosen = memberships.find((one) => organizationOf(one) === kept);
  if (chosen) return enterOrganization(organizationOf(chosen));
  change({ status: 'choosing', me, memberships });
};

/** Signs in with a pasted key. Throws the problem of a key that is refused. */
export const signIn = async (key: string): Promise<void> => enter(key, await clientOf({ key }).me.get());

/**
 * The secret of a sign-in link works once: the key rotates itself, so that the one in the terminal, the
 * history or a log opens nothing.
 */
const redeem = async (secret: string): Promise<void> => {
  tabStorage.removeItem(viewName);
  const api = clientOf({ key: secret });
  const { key: found } = await api.me.get();
  const { key } = await api.apiKeys.rotate({
    params: { api_key_id: found?.id ?? '' },
    body: { overlap_seconds: 0 },
  });
  // The author of the link does not choose the page.
  window.history.replaceState(null, '', '/');
  await signIn(key);
};

/**
 * Only `npm start` prints sign-in links. Elsewhere, somebody else's link would make people work in that
 * person's organization.
 */
const mayFollowLinks = (): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(window.location.hostname);

const identityOf = (key: string): Promise<Identity | undefined> => unlessRefused(clientOf({ key }).me.get());

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
  tabStorage.getItem(storageName) !== null ||
  mayBeSignedIn();

/** Signs in by a link, or goes on with the key that this tab has. */
export const startSession = async (): Promise<void> => {
  change({ status: 'loading' });
  const { pathname, search } = window.location;
  if (canSignIn()) void readAllWords();
  const secret = linkedSecret();
  if (secret) window.history.replaceState(null, '', `${pathname}${search}`);
  const linked = mayFollowLinks() ? secret : null;
  const kept = tabStorage.getItem(storageName);
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

const SessionContext = createContext<Session | undefined>(undefined);
export const SessionProvider = SessionContext.Provider;

export const useSession = (): Session => {
  const session = useContext(SessionContext);
  if (!session) throw new Error('Nobody is signed in');
  return session;
};
