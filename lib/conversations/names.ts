import type { ConversationItem } from '#lib/contract/conversations.ts';
import { keyOf } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';

type ConversationNames = Required<Pick<ConversationItem, 'agent_name' | 'client_name'>>;
type Ids = Pick<ConversationItem, 'agent_id' | 'client_id'>;

/**
 * The names of the agents and organizations of conversations. Whoever may read a conversation may read them,
 * although the agent may belong to an organization above.
 */
export const namesOf = async (conversations: readonly Ids[]): Promise<(one: Ids) => ConversationNames> => {
  const keys = new Map(
    conversations.flatMap(({ agent_id, client_id }) => [
      [agent_id, keyOf('agent', agent_id)] as const,
      [client_id, keyOf('client', client_id)] as const,
    ]),
  );
  const names = new Map<string, string>();
  const options = { eventuallyConsistent: true, attributes: ['name'] };
  const items = await batchGet([...keys.values()], options);
  for (const [at, id] of [...keys.keys()].entries()) if (items[at]) names.set(id, String(items[at].name));
  return ({ agent_id, client_id }) => ({
    agent_name: names.get(agent_id) ?? null,
    client_name: names.get(client_id) ?? null,
  });
};

/** A page of conversations with these names. */
export const withNames = async <Item extends Ids, Page extends { readonly data: readonly Item[] }>(
  page: Page & { readonly data: readonly Item[] },
): Promise<Page & { data: (Item & ConversationNames)[] }> => {
  const named = await namesOf(page.data);
  return { ...page, data: page.data.map((item) => ({ ...item, ...named(item) })) };
};
