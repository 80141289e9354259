import { keyOf, sortOf, toolCallKeys } from '#lib/store/keys.ts';
import type { ItemKey } from './fault-proxy.ts';

/* Items of which a test knows only the beginning of their keys. */

/** The turns of a conversation. */
export const turnsOf = (conversationId: string): ItemKey => ({
  pk: keyOf('conversation', conversationId).pk,
  sk: sortOf('turns', ''),
});

/** The calls of tools in a conversation. */
export const toolCallsOf = (conversationId: string): ItemKey => ({ pk: toolCallKeys(conversationId)('').pk });

/** The deployments of an agent. */
export const deploymentsOf = (agentId: string): ItemKey => keyOf('deployment', agentId, '');
