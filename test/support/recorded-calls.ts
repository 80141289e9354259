import { expect } from 'vitest';
import type { Organization } from '../fixtures.ts';
import { operator, organization, providerAccount } from '../fixtures.ts';
import { eventually } from './eventually.ts';
import { phoneOf, postForm } from './phone.ts';
import type { Json } from './provider-servers/index.ts';

export const announcement = 'This call is recorded.';

/**
 * A call of an organization that records calls, with what Twilio knows of it: at its own account, or at that
 * of an organization above.
 */
export const recordedCall = async (
  settings: Readonly<Record<string, boolean>> = { record_calls: true },
  above?: Organization,
) => {
  const org = await organization(above, 'client');
  await operator.clients.update({ params: { client_id: org.client.id }, body: { settings } });
  const phone = await phoneOf({}, above ?? org, org);
  const account = providerAccount(phone.account.auth_token);
  const line = await phone.call();
  await account.plan({ collections: { calls: { [line.call_id]: { status: 'in-progress' } } } });
  const greeting = await line.hear();
  const recordings = async (): Promise<Json[]> =>
    Object.values((await account.look()).collections.recordings ?? {});
  const read = async () => {
    const [{ id: conversation_id } = { id: '' }] = await phone.conversations();
    return org.api.conversations.get({ params: { conversation_id } });
  };
  return {
    ...phone,
    org,
    account,
    line,
    greeting,
    recordings,
    read,
    /** Twilio reports that it has played what was said until now. */
    played: () => line.send({ type: 'info', name: 'agentSpeaking', value: 'off' }),
    begun: () =>
      eventually(async () => {
        const [recording] = await recordings();
        expect(recording).toBeDefined();
        return recording as Json;
      }),
    ended: (more: Readonly<Record<string, string>> = {}) =>
      postForm(phone, '/recording', phone.integration.id, {
        CallSid: line.call_id,
        RecordingStatus: 'completed',
        ...more,
      }),
    /** The call has ended at Twilio, and its recording with it. */
    complete: async (more: Json = {}) => {
      const stored = (await account.look()).collections.recordings ?? {};
      const completed = Object.entries(stored).map(([id, one]) => [
        id,
        { ...one, status: 'completed', ...more },
      ]);
      await account.plan({ collections: { recordings: Object.fromEntries(completed) } });
    },
  };
};

export const gone = (recordings: () => Promise<Json[]>) =>
  eventually(async () => expect(await recordings()).toEqual([]));
