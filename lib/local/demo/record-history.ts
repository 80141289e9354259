import { ApiError } from '#lib/contract/errors.ts';
import { inBatches } from '#lib/domain/batches.ts';
import { forEachConcurrently } from '#lib/store/concurrently.ts';
import type { Client } from '../client.ts';

type Body = Parameters<Client['conversations']['create']>[0]['body'];

/** A finished conversation of an existing agent and organization. */
export interface PastConversation {
  readonly agent_id: string;
  readonly client_id: string;
  readonly body: Omit<Body, 'agent_id' | 'client_id'>;
}

const groupsAtOnce = 4;
const indexedAtOnce = 128;
/**
 * The most writes of a transaction
 * (docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html).
 */
const maxWrites = 100;

/** Groups of conversations that fit into one transaction each. */
const inGroups = <T extends { readonly operations: readonly unknown[] }>(all: readonly T[]): T[][] => {
  const groups: T[][] = [];
  let writes = maxWrites;
  for (const each of all) {
    writes += each.operations.length;
    if (writes > maxWrites) {
      groups.push([]);
      writes = each.operations.length;
    }
    groups.at(-1)?.push(each);
  }
  return groups;
};

/**
 * Records conversations without requests and events, and writes, counts and indexes many of them at a time,
 * because following hundreds of events takes minutes on a slow machine. If it was interrupted, it can be
 * repeated. Returns the ids of all by those of their provider.
 */
export const recordHistory = async (
  past: readonly PastConversation[],
): Promise<ReadonlyMap<string, string>> => {
  // Imported here, because the environment that these modules read is complete only once the platform runs.
  const [
    { ConversationInput },
    { findAgent },
    { insertConversation },
    { eventsPartition },
    { commit },
    { readClient },
    { indexConversations, indexedOf, writeNewlyIndexed },
    { countConversations },
  ] = await Promise.all([
    import('#lib/contract/conversations.ts'),
    import('#lib/agents/agents.ts'),
    import('#lib/conversations/conversations.ts'),
    import('#lib/store/keys.ts'),
    import('#lib/store/operations/commit.ts'),
    import('#lib/organizations/clients.ts'),
    import('#lib/search/search-index.ts'),
    import('#lib/billing/counting.ts'),
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

  const written = past.map(({ agent_id, client_id, body }) => {
    const [agent, client] = [agents.get(agent_id), clients.get(client_id)];
    if (!agent || !client) throw new Error(`${agent_id} or ${client_id} does not exist`);
    const input = ConversationInput.parse({ ...body, agent_id });
    const { operations, reply } = insertConversation(agent, client, input);
    const withoutEvent = operations.filter(
      ({ request }) => !String(request.Put?.Item?.pk).startsWith(eventsPartition('')),
    );
    const turns = input.turns.map(({ text }, index) => [index, text] as const);
    return { conversation: reply, path: client.path, turns, operations: withoutEvent };
  });
  type WrittenConversation = (typeof written)[number];

  const recorded: WrittenConversation[] = [];
  /** The ids of conversations that an interrupted run has recorded. */
  const known: string[] = [];
  const ids = new Map<string, string>();
  const record = async (group: readonly WrittenConversation[]): Promise<void> => {
    try {
      await commit(group.flatMap(({ operations }) => operations));
      recorded.push(...group);
      for (const { conversation } of group)
        ids.set(conversation.provider?.conversation_id ?? '', conversation.id);
    } catch (error) {
      const existing = error instanceof ApiError ? error.details.extensions?.conversation_id : undefined;
      if (typeof existing !== 'string') throw error;
      if (group.length === 1) {
        known.push(existing);
        ids.set(group[0]?.conversation.provider?.conversation_id ?? '', existing);
      } else for (const each of group) await record([each]);
    }
  };
  await forEachConcurrently(inGroups(written), groupsAtOnce, record);

  const indexNew = async (): Promise<void> => {
    for (const together of inBatches(recorded, indexedAtOnce)) {
      const spoken = together.filter(({ turns }) => turns.length > 0);
      await writeNewlyIndexed(
        spoken.map(({ conversation, turns, path }) =>
          indexedOf({ ...conversation, path, test_from: null }, turns),
        ),
      );
    }
  };
  await Promise.all([countConversations([...ids.values()]), indexNew(), indexConversations(known)]);
  return ids;
};
