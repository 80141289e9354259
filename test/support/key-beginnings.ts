import { conversationKey, deploymentKey, toolCallKeys, turnsBeginning } from '#lib/store/keys.ts';
import type { ItemKey } from './fault-proxy.ts';

/* Items of which a test knows only the beginning of their keys. */

/** The turns of a conversation. */
export const turnsOf = (conversationId: string): ItemKey => ({
  pk: conversationKey(conversationId).pk,
  sk: turnsBeginning,
});

/** The calls of tools in a conversation. */
export const toolCallsOf = (conversationId: string): ItemKey => ({ pk: toolCallKeys(conversationId)('').pk });

/** The deployments of an agent. */
export const deploymentsOf = (agentId: string): ItemKey => deploymentKey(agentId, '');
