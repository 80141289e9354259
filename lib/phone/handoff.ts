import type { EndReason } from '#lib/chats/settle.ts';
import type { ChatSession } from '#lib/domain/chats/session.ts';
import { parseJson } from '#lib/domain/json.ts';

/** The text with which a session ends whose setup was lost. The call is connected again. */
export const lostHandoff = '{"reason":"lost"}';

interface Handoff {
  readonly reason: EndReason | 'lost';
  readonly to: string | null;
}

const reasons = ['transferred', 'agent_failed', 'staff_ended', 'lost'] as const;

/** The fields of a text, which is any that the owner of an account signs. */
const fieldsIn = (text: string): { readonly reason?: unknown; readonly to?: unknown } => {
  try {
    return parseJson(text) ?? {};
  } catch {
    return {};
  }
};

/**
 * The way in which the agent has ended the session, which its note says where the carrier does not repeat it.
 * Undefined: the agent has not ended it.
 */
export const handoffIn = (fields: URLSearchParams, session: ChatSession | undefined): Handoff | undefined => {
  const text = fields.get('HandoffData');
  if (!text) return session?.leaves;
  const { reason, to } = fieldsIn(text);
  return {
    reason: reasons.find((known) => known === reason) ?? 'agent_ended',
    to: typeof to === 'string' ? to : null,
  };
};
