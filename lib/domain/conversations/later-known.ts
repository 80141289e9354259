import type { Conversation, ConversationPatch } from '#lib/contract/conversations.ts';
import { isPhoneNumber } from '#lib/contract/conversations.ts';
import type { Fault } from '#lib/contract/errors.ts';
import { invalid } from '#lib/contract/errors.ts';

/* Facts of a conversation that become known only after its start can be set once, while they are null. */

type KnownFields = Readonly<Record<string, unknown>>;

/** An object with what is now known of it. What was known before stays as it was recorded. */
const onceKnown = <T extends object>(
  field: string,
  before: T | null,
  patch: KnownFields | null | undefined,
): T | null => {
  if (patch === undefined) return before;
  const known: KnownFields = { ...before };
  const isFixed = (name: string): boolean => known[name] != null && known[name] !== patch?.[name];
  const faults = Object.keys(patch ?? known).filter(isFixed);
  if (faults.length > 0) {
    throw invalid(
      ...faults.map(
        (name): Fault => ({
          pointer: `/${field}/${name}`,
          code: 'fixed',
          detail: 'is known already, and cannot be changed',
        }),
      ),
    );
  }
  const later = Object.entries(patch ?? {}).filter(([, value]) => value != null);
  return later.length === 0 ? before : ({ ...before, ...Object.fromEntries(later) } as T);
};

/** The caller after a patch. */
export const callerAfter = (
  { caller }: Pick<Conversation, 'caller'>,
  patch: ConversationPatch,
): Conversation['caller'] => {
  const nobody = { id: null, number: null, name: null };
  const after = onceKnown('caller', caller, patch.caller);
  if (!after || after === caller) return caller;
  const whole = { ...nobody, ...after };
  if (whole.id !== null && isPhoneNumber(whole.id) && whole.id !== whole.number) {
    throw invalid({
      pointer: '/caller/id',
      code: 'invalid',
      detail: 'must not be a phone number: send it as caller.number',
    });
  }
  return whole;
};

/**
 * The provider after a patch. `integration_id`: the account that holds the call, which alone says which of
 * its calls it is, because the call is controlled, and its payloads are erased, by that id.
 */
export const providerAfter = (
  { provider, integration_id }: Pick<Conversation, 'provider'> & { readonly integration_id: string | null },
  patch: ConversationPatch,
): Conversation['provider'] => {
  const after = onceKnown('provider', provider, patch.provider);
  if (!after || after === provider) return provider;
  if (integration_id !== null && after.conversation_id !== provider?.conversation_id) {
    throw invalid({
      pointer: '/provider/conversation_id',
      code: 'out_of_reach',
      detail: 'is said by the account that holds the call',
    });
  }
  if (after.name === undefined) {
    throw invalid({ pointer: '/provider/name', code: 'required', detail: 'is missing' });
  }
  return { ...{ conversation_id: null, agent_id: null, metadata: {} }, ...after };
};
