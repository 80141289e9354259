import { AgentInput } from '#lib/contract/agents.ts';
import { ClientInput } from '#lib/contract/clients.ts';
import { ConversationInput } from '#lib/contract/conversations.ts';
import type { AgentRecord } from '#lib/data/agents/agent-record.ts';
import { insertAgent } from '#lib/data/agents/agents.ts';
import type { ConversationRecord } from '#lib/data/conversations/conversation-record.ts';
import { conversationFromItem } from '#lib/data/conversations/conversation-record.ts';
import { insertConversation } from '#lib/data/conversations/conversations.ts';
import { record } from '#lib/data/keys.ts';
import type { Operation } from '#lib/data/operations/operation.ts';
import type { ClientRecord, Lineage } from '#lib/data/organizations/clients.ts';
import { insertClient } from '#lib/data/organizations/clients.ts';
import type { Indexed } from '#lib/data/search/search-index.ts';
import { indexedOf as indexedOfConversation } from '#lib/data/search/search-index.ts';
import { searchTextItem } from '#lib/data/search/search-text.ts';
import type { Item } from '#lib/data/table.ts';
import type { Dialogue } from '../test/support/dialogues.ts';
import { turnsOf } from '../test/support/dialogues.ts';
import { randomOf } from '../test/support/random.ts';
import { IndexLoader } from './index-loader.ts';

/*
 * A platform's data, as it would be after so many conversations: 3 resellers, 30 clients, 150 subcompanies and 600
 * locations, of which the largest client has a third of all conversations. The items are made by the platform's own
 * code; the same seed makes the same world, but for its ids.
 */

/** The organizations and agents that the figures are taken from. */
export interface Landmarks {
  readonly reseller: string;
  readonly client: string;
  readonly subcompany: string;
  readonly location: string;
  /** The largest client's busiest agent. */
  readonly agent: string;
  /** A caller with many conversations. */
  readonly caller: string;
  readonly conversation: string;
  readonly path: readonly string[];
}

/** What was recorded, as far as a look through all transcripts needs it. */
export interface RecordedConversation {
  readonly id: string;
  readonly start_time: string;
  readonly status: string;
  readonly path: readonly string[];
  /** Its dialogue's place among all. */
  readonly dialogue: number;
}

export interface World {
  /** Complete once all items were made. */
  readonly landmarks: Landmarks;
  readonly recorded: readonly RecordedConversation[];
  readonly items: AsyncGenerator<Item>;
}

export interface WorldOptions {
  readonly conversations: number;
  readonly dialogues: readonly Dialogue[];
  /** With their search index. */
  readonly search: boolean;
}

export const itemsOf = (operations: readonly Operation[]): Item[] =>
  operations.flatMap(({ request }) => (request.Put ? [request.Put.Item as Item] : []));

/** The entity among what was written for it. */
export const recordOf = <T>(items: readonly Item[]): T =>
  items.find(({ pk, sk }) => sk === record && /^(client|agent|conversation)#/.test(pk)) as unknown as T;

/** The conversation among what was written for it. */
export const conversationOf = (items: readonly Item[]): ConversationRecord =>
  conversationFromItem(recordOf<Item>(items));

const newClient = (
  parent: Lineage | null,
  type: ClientRecord['type'],
  name: string,
): { lineage: Lineage; items: Item[] } => {
  const input = ClientInput.parse({ type, name, parent_id: parent?.client.id ?? null });
  const items = itemsOf(insertClient(parent, input).operations);
  const client = { ...recordOf<ClientRecord>(items), settings: {} };
  return { lineage: { client, members: [...(parent?.members ?? []), client] }, items };
};

export interface Business {
  readonly client: Lineage;
  readonly agents: readonly AgentRecord[];
  readonly locations: readonly Lineage[];
}

const outcomes = { success: 'success', failure: 'failure', unknown: 'unknown' } as const;
const dayMs = 24 * 60 * 60 * 1000;
const first = Date.UTC(2026, 7, 1);

export const createTree = (): { businesses: Business[]; items: Item[] } => {
  const items: Item[] = [];
  const add = (parent: Lineage | null, type: ClientRecord['type'], name: string): Lineage => {
    const made = newClient(parent, type, name);
    items.push(...made.items);
    return made.lineage;
  };
  const resellers = [0, 1, 2].map((at) => add(null, 'reseller', `Reseller ${at}`));
  const businesses = Array.from({ length: 30 }, (_, at): Business => {
    const client = add(resellers[at % 3] ?? null, 'client', `Client ${at}`);
    const locations = Array.from({ length: 5 }, (_, sub) =>
      add(client, 'subcompany', `Subcompany ${at}.${sub}`),
    ).flatMap((subcompany, sub) =>
      Array.from({ length: 4 }, (_, place) => add(subcompany, 'location', `Location ${at}.${sub}.${place}`)),
    );
    const agents = ['Reception', 'Support', 'Recall'].map((name) => {
      const made = itemsOf(
        insertAgent({ client_id: null }, client, AgentInput.parse({ name, language: 'en' })).operations,
      );
      items.push(...made);
      return recordOf<AgentRecord>(made);
    });
    return { client, agents, locations };
  });
  return { businesses, items };
};

export const bodyOf = (
  dialogue: Dialogue,
  at: number,
  conversations: number,
  random: () => number,
): unknown => {
  const status = random() < 0.02 ? 'active' : random() < 0.05 ? 'failed' : 'completed';
  const start = first + Math.floor((at / conversations) * 90 * dayMs) + Math.floor(random() * 1000);
  const said = dialogue.turns.find(({ role }) => role === 'user')?.text ?? '';
  return {
    agent_id: 'agent_00000000000000000000000000',
    status,
    channel: random() < 0.8 ? 'phone' : random() < 0.5 ? 'web' : 'chat',
    direction: random() < 0.9 ? 'inbound' : 'outbound',
    caller: { number: `+1415${String(Math.floor(random() ** 2 * (conversations / 4))).padStart(7, '0')}` },
    start_time: new Date(start).toISOString(),
    ...(status !== 'active' && {
      duration_ms: dialogue.turns.length * 5000,
      end_reason: 'caller_hung_up',
      outcome: outcomes[dialogue.outcome],
      sentiment: random() < 0.5 ? 'neutral' : random() < 0.7 ? 'positive' : 'negative',
      summary: `The caller said: ${said}`,
      cost: { amount: (0.01 + random() / 10).toFixed(4), currency: 'USD' },
    }),
    provider: { name: 'dialogues', conversation_id: `${dialogue.dialogue_id}-${at}` },
    turns: turnsOf(dialogue),
  };
};

const dialogueTurns = ({ turns }: Dialogue) => ({
  turns: turns.map(({ text }, index) => [index, text] as const),
});

export const indexedOf = (items: readonly Item[], dialogue: Dialogue): Indexed[] => {
  const conversation = conversationOf(items);
  if (conversation.status === 'active') return [];
  return [indexedOfConversation(conversation, dialogueTurns(dialogue).turns)];
};

export const createWorld = ({ conversations, dialogues, search }: WorldOptions): World => {
  const { businesses, items: tree } = createTree();
  const random = randomOf(conversations);
  /** A third is the first one's; the others get less and less. */
  const chooseBusiness = (): Business => {
    const at = random() < 1 / 3 ? 0 : 1 + Math.floor(random() ** 2 * (businesses.length - 1));
    return businesses[at] as Business;
  };
  const [largest] = businesses as [Business];
  const [location] = largest.locations as [Lineage];
  const landmarks = {
    reseller: location.client.path[0] ?? '',
    client: largest.client.client.id,
    subcompany: location.client.path[2] ?? '',
    location: location.client.id,
    agent: largest.agents[0]?.id ?? '',
    caller: '+14150000000',
    conversation: '',
    path: location.client.path,
  };

  const recorded: RecordedConversation[] = [];
  const index = new IndexLoader();

  async function* generate(): AsyncGenerator<Item> {
    yield* tree;
    for (let at = 0; at < conversations; at += 1) {
      const business = chooseBusiness();
      const place = business.locations[Math.floor(random() ** 2 * business.locations.length)] as Lineage;
      const agent = business.agents[Math.floor(random() ** 1.5 * business.agents.length)] as AgentRecord;
      const dialogue = dialogues[at % dialogues.length] as Dialogue;
      const input = ConversationInput.parse(bodyOf(dialogue, at, conversations, random));
      const { operations } = insertConversation(agent, place.client, { ...input, agent_id: agent.id });
      const made = itemsOf(operations);
      const { id, start_time, status } = conversationOf(made);
      recorded.push({ id, start_time, status, path: place.client.path, dialogue: at % dialogues.length });
      if (place === location && landmarks.conversation === '') {
        landmarks.conversation = id;
      }
      yield* made;
      if (!search) continue;
      for (const indexed of indexedOf(made, dialogue)) {
        yield searchTextItem(indexed.text);
        yield* index.add(indexed);
      }
    }
    yield* index.end();
  }
  return { landmarks, recorded, items: generate() };
};
