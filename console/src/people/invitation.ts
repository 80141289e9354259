import type { Client } from 'voice-agent-platform-client';
import { ApiProblem } from 'voice-agent-platform-client';
import { tabStorage } from '../api/storage.ts';
import { words } from '../words/index.ts';

/*
 * The link of an invitation leads to /accept, with the token in the fragment. It is kept for this tab while
 * the person signs in.
 */

const storageName = 'invitation';

interface Invitation {
  readonly invitationId: string;
  readonly connectionId: string;
  readonly token: string;
}

/** The invitation of the address, which is taken out of it, or the one that this tab has kept. */
export const invitation = (): Invitation | undefined => {
  const { pathname, search, hash } = window.location;
  const query = new URLSearchParams(search);
  const [invitationId, connectionId] = [query.get('invitation_id'), query.get('connection_id')];
  if (pathname === '/accept' && invitationId && connectionId && hash.length > 1) {
    tabStorage.setItem(storageName, JSON.stringify({ invitationId, connectionId, token: hash.slice(1) }));
    window.history.replaceState(null, '', '/');
  }
  const kept = tabStorage.getItem(storageName);
  return kept ? (JSON.parse(kept) as Invitation) : undefined;
};

/** The statuses of refusals that may pass. */
const passing = [408, 409, 429];

const isFinal = (error: unknown): boolean =>
  error instanceof ApiProblem && error.status < 500 && !passing.includes(error.status);

/** Accepts the invitation of this tab, which is kept until it is accepted or refused for good. */
export const acceptInvitation = async (api: Client, { invitationId, token }: Invitation): Promise<void> => {
  try {
    await api.invitations.accept({ params: { invitation_id: invitationId }, body: { token } });
  } catch (error) {
    if (isFinal(error)) tabStorage.removeItem(storageName);
    throw error;
  }
  tabStorage.removeItem(storageName);
};

/** The reason that a person is back at this page. */
export const refusedReason = (): string | undefined => {
  const refused = new URLSearchParams(window.location.search).get('refused');
  const { reasons } = words.signIn;
  if (refused === 'busy') return reasons.providerBusy;
  return refused === null ? undefined : reasons.refused;
};
