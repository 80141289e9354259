import type { AuditSubject } from '#lib/domain/audit/record.ts';
import { readConversation } from './conversations.ts';

/**
 * The conversation that a payload is about, so that its records are in one list; otherwise the payload
 * itself.
 */
export const subjectOfPayload = async (
  conversationId: string | null,
  payload: AuditSubject,
): Promise<AuditSubject> =>
  (conversationId === null ? undefined : await readConversation(conversationId)) ?? payload;
