import type { Client } from '#lib/local/client.ts';
import { newAgent, operator, organization } from '../fixtures.ts';
import type { Organization } from './users.ts';

type ConversationBody = Parameters<Client['conversations']['create']>[0]['body'];

/** An organization whose analyzers may run. */
export const analyzing = async (
  above?: Organization,
  analysis: { readonly enabled: boolean; readonly tokens_per_month?: number } = { enabled: true },
): Promise<Organization> => {
  const org = await organization(above);
  await operator.clients.update({
    params: { client_id: org.client.id },
    body: { settings: { analysis } },
  });
  return org;
};

const turns = [
  { role: 'agent' as const, text: 'Harbor Dental, this is Pia. How can I help you?' },
  { role: 'user' as const, text: 'Damn, where is my order 4711?' },
  {
    role: 'agent' as const,
    text: 'Let me look.',
    tool_calls: [{ name: 'find_slots', arguments: { order: 4711 }, result: { found: true } }],
  },
];

/** A conversation of an organization that is over. */
export const endedConversation = async (org: Organization, body: Partial<ConversationBody> = {}) => {
  const agent_id = body.agent_id ?? (await newAgent(org)).id;
  return org.api.conversations.create({
    body: { status: 'completed', duration_ms: 20_000, turns, ...body, agent_id },
  });
};
