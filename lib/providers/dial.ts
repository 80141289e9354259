import type { AccountProvider } from '#lib/contract/integrations.ts';
import type { AccountNumber, Dial } from '#lib/domain/integrations/dialer.ts';
import { conversationVariable } from '#lib/domain/integrations/dialer.ts';
import { ProviderError } from './errors.ts';
import { dialers } from './index.ts';

interface WantedCall {
  /** The provider's id of the agent. */
  readonly agent_id: string;
  /** Our conversation. */
  readonly conversation_id: string;
  readonly to: string;
  /** Null: the account's only number. */
  readonly from: string | null;
  readonly variables: Readonly<Record<string, string>>;
  readonly urls: Dial['urls'];
}

const numberOf = (known: readonly AccountNumber[], from: string | null): AccountNumber => {
  const [only, ...others] = known;
  const found = from === null ? only : known.find(({ number }) => number === from);
  if (found && (from !== null || others.length === 0)) return found;
  throw new ProviderError(
    'refused',
    from !== null
      ? `The account has no number ${from}`
      : only
        ? 'The account has several numbers: `from` must say which one calls'
        : 'The account has no number to call from',
  );
};

/**
 * Starts a call and returns the provider's id of it; null if the provider has not sent one. A failure before
 * the call request itself means that nobody was called.
 */
export const dial = async (
  provider: AccountProvider,
  credential: string,
  { from, variables, conversation_id, ...call }: WantedCall,
): Promise<string | null> => {
  const dialer = dialers[provider]?.(credential);
  if (!dialer) throw new ProviderError('refused', 'No calls are placed through the account');
  const known = await dialer.numbers().catch((error: unknown) => {
    if (!(error instanceof ProviderError) || error.failure !== 'unclear') throw error;
    throw new ProviderError('unavailable', error.message);
  });
  return dialer.dial({
    ...call,
    from: numberOf(known, from),
    variables: { ...variables, [conversationVariable]: conversation_id },
  });
};
