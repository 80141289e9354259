import { create } from '#lib/contract/live-tickets.ts';
import { findConversation } from '#lib/conversations/conversations.ts';
import { handleTicket } from '#lib/http/handle-ticket.ts';
import { findListOwner } from '#lib/organizations/clients.ts';
import { socketUrl } from '#lib/sockets/socket-url.ts';
import { hasRoomForSocket, makeTicket } from '#lib/sockets/tickets.ts';

export const handler = handleTicket(create, async ({ caller, body, authority, pageOrigin, fail }) => {
  const { client_id, conversation_id } = body;
  const found = conversation_id
    ? await findConversation(caller, conversation_id)
    : await findListOwner(caller, client_id);
  if (!found) return fail(conversation_id ? 'conversation_not_found' : 'client_not_found');
  if (!(await hasRoomForSocket(authority))) {
    return fail('rate_limited', { detail: 'Too many sockets are open', headers: { 'retry-after': '60' } });
  }
  const watched = found.id;
  const { ticket, ends_at } = await makeTicket({
    watched,
    authority,
    ...(pageOrigin !== undefined && { origin: pageOrigin }),
  });
  return { url: `${socketUrl()}?ticket=${ticket}`, expires_at: new Date(ends_at).toISOString() };
});
