import type { ConversationVariables } from '#lib/domain/agents/variables.ts';
import { conversationVariables } from '#lib/domain/agents/variables.ts';

/** The variables of a call of nobody in particular, with further ones. */
export const variablesWith = (given: Readonly<Record<string, string>> = {}): ConversationVariables =>
  conversationVariables(
    given,
    { id: 'agent_1', name: 'Pia' },
    { client: { id: 'client_1', name: 'Harbor Dental' }, members: [] },
    { id: null, channel: 'phone', caller: null },
    Date.parse('2026-11-28T16:05:00Z'),
    undefined,
  );
