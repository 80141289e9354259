import type { Playground } from './fuzz.ts';
import type { Users } from './users.ts';

/** An organization with a few entities of each kind: something for random requests to meet. */
export const createPlayground = async ({ operator, organization }: Users): Promise<Playground> => {
  const above = await organization(undefined, 'reseller');
  const org = await organization(above, 'client');
  const below = await organization(org);
  const client_id = org.client.id;
  const agents = await Promise.all(
    [1, 2, 3].map((at) => operator.agents.create({ body: { name: `Agent ${at}`, client_id } })),
  );
  const documents = await Promise.all(
    agents.map(({ id: agent_id }) =>
      operator.documents.create({ params: { agent_id }, body: { name: 'Known', text: 'A walrus' } }),
    ),
  );
  const turns = ['hello there', 'a walrus', 'hello again'].map((text) => ({ role: 'user' as const, text }));
  const conversations = await Promise.all(
    agents.flatMap(({ id: agent_id }) =>
      (['active', 'completed'] as const).map((status) =>
        operator.conversations.create({ body: { agent_id, status, turns } }),
      ),
    ),
  );
  const keys = await Promise.all(
    [1, 2].map((at) =>
      operator.apiKeys.create({ body: { name: `Key ${at}`, client_id, scopes: ['keys:read'] } }),
    ),
  );
  const idsOf = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id);
  return {
    // Of the organization above, so that nothing that happens to these takes it away.
    key: above.key,
    pool: {
      client: [org.client.id, below.client.id],
      agent: idsOf(agents),
      doc: idsOf(documents),
      conv: idsOf(conversations),
      key: idsOf(keys),
    },
  };
};
