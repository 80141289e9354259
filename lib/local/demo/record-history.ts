import type { Client } from '#lib/client.ts';
import { ApiError } from '#lib/contract/errors.ts';

type Body = Parameters<Client['conversations']['create']>[0]['body'];

/** A conversation that is over, of an agent and an organization that exist. */
export interface PastConversation {
  readonly agent_id: string;
  readonly client_id: string;
  readonly body: Omit<Body, 'agent_id' | 'client_id'>;
}

const writtenAtOnce = 8;
const indexedAtOnce = 128;

/**
 * Records conversations without requests and events, and indexes and counts many of them at a time, because following hundreds
 * of events takes minutes on a slow machine. If it was interrupted, it can be repeated.
 */
export const recordHistory = async (past: readonly PastConversation[]): Promise<void> => {
  // Imported here, because the environment that these modules read is complete only once the platform runs.
  const [
    { ConversationInput },
    { findAgent },
    { insertConversation },
    { eventsPartition },
    { commit },
    { readClient },
    { indexConversations },
    { countConversations },
  ] = await Promise.all([
    import('#lib/contract/conversations.ts'),
    import('#lib/data/agents/agents.ts'),
    import('#lib/data/conversations/conversations.ts'),
    import('#lib/data/keys.ts'),
    import('#lib/data/operations/commit.ts'),
    import('#lib/data/organizations/clients.ts'),
    import('#lib/data/search/search-index.ts'),
    import('#lib/data/usage/counting.ts'),
  ]);

  const found = async <T>(ids: Iterable<string>, find: (id: string) => Promise<T | undefined>) => {
    const all = new Map<string, T>();
    for (const id of new Set(ids)) {
      const entity = await find(id);
      if (entity) all.set(id, entity);
    }
    return all;
  };
  const agents = await found(
    past.map(({ agent_id }) => agent_id),
    (id) => findAgent({ client_id: null }, id),
  );
  const clients = await found(
    past.map(({ client_id }) => client_id),
    readClient,
  );

  const record = async ({ agent_id, client_id, body }: PastConversation): Promise<string> => {
    const [agent, client] = [agents.get(agent_id), clients.get(client_id)];
    if (!agent || !client) throw new Error(`${agent_id} or ${client_id} does not exist`);
    const input = ConversationInput.parse({ ...body, agent_id });
    const { operations, reply } = insertConversation(agent, client, input);
    const isEvent = (item: Record<string, unknown> | undefined) =>
      String(item?.pk).startsWith(eventsPartition(''));
    try {
      await commit(operations.filter(({ request }) => !isEvent(request.Put?.Item)));
      return reply.id;
    } catch (error) {
      const known = error instanceof ApiError ? error.details.extensions?.conversation_id : undefined;
      if (typeof known === 'string') return known;
      throw error;
    }
  };
  const ids: string[] = [];
  const queue = past.values();
  await Promise.all(
    Array.from({ length: writtenAtOnce }, async () => {
      for (const conversation of queue) ids.push(await record(conversation));
    }),
  );
  await countConversations(ids);
  for (let at = 0; at < ids.length; at += indexedAtOnce) {
    await indexConversations(ids.slice(at, at + indexedAtOnce));
  }
};
