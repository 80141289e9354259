import type { CompletionInput } from '#lib/contract/completions.ts';
import type { Conversation } from '#lib/contract/conversations.ts';
import { isPhoneNumber } from '#lib/contract/conversations.ts';
import { isObject } from '../objects.ts';

const maxIdLength = 256;

/** The header by which clients name a call. ElevenLabs fills it with a system variable. */
export const callIdHeader = 'x-call-id';

/** The provider's id of the call in which the agent answers; undefined: the client names none. */
export const callIdOf = (
  headers: Readonly<Record<string, string | undefined>>,
  { call }: Pick<CompletionInput, 'call'>,
): string | undefined => {
  const id = headers[callIdHeader] ?? call?.id;
  return typeof id === 'string' && id !== '' && id.length <= maxIdLength ? id : undefined;
};

const maxVariables = 20;

/**
 * The variables that Vapi sends with a call. A page that places a web call chooses its variables, so these
 * are no statement about the caller, and nothing may be bound to them.
 */
const variablesOfVapi = (call: CompletionInput['call']): readonly (readonly [string, string])[] => {
  if (!call || call.type === 'webCall' || !isObject(call.assistantOverrides)) return [];
  const { variableValues } = call.assistantOverrides;
  if (!isObject(variableValues)) return [];
  return Object.entries(variableValues).flatMap(([name, value]) =>
    /^[A-Za-z_]\w{0,63}$/.test(name) && (typeof value === 'string' || typeof value === 'number')
      ? [[name, String(value).slice(0, 200)] as const]
      : [],
  );
};

/** The variables of a conversation. */
export const variablesOf = ({
  variables,
  call,
}: Pick<CompletionInput, 'variables' | 'call'>): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(variablesOfVapi(call).slice(0, maxVariables)),
  ...variables,
});

/** The person in a call of Vapi's. A page that places a web call says what it likes, which is not read. */
const customerOf = (call: CompletionInput['call']): Conversation['caller'] => {
  if (!call || call.type === 'webCall' || !isObject(call.customer)) return null;
  const { number, name } = call.customer;
  return {
    id: null,
    number: typeof number === 'string' && isPhoneNumber(number) ? number : null,
    name: typeof name === 'string' && name !== '' ? name.slice(0, 100) : null,
  };
};

/** The channel and the other person, as far as the client knows them. */
export const conversationOf = ({
  channel,
  caller,
  call,
}: CompletionInput): Pick<Conversation, 'channel' | 'caller'> => ({
  channel: channel ?? 'phone',
  caller: caller ?? customerOf(call),
});
