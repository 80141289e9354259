import type { Conversation } from '#lib/contract/conversations.ts';

type CallProvider = Conversation['provider'];

/** A call whose phone rings no longer. */
export const withoutRinging = (provider: CallProvider): CallProvider => {
  if (provider?.metadata.call_state !== 'ringing') return provider;
  const { call_state: _rung, ...metadata } = provider.metadata;
  return { ...provider, metadata };
};
