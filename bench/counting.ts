import { createClient } from '#lib/client.ts';
import { ConversationInput } from '#lib/contract/conversations.ts';
import { agentFromItem } from '#lib/data/agents/agent-record.ts';
import { insertConversation } from '#lib/data/conversations/conversations.ts';
import { agentKey } from '#lib/data/keys.ts';
import { commit } from '#lib/data/operations/commit.ts';
import { get } from '#lib/data/operations/get.ts';
import { readClient } from '#lib/data/organizations/clients.ts';
import type { Item } from '#lib/data/table.ts';
import { dynamodb } from '#lib/data/table.ts';
import { countConversations } from '#lib/data/usage/counting.ts';
import { sumUp } from '#lib/data/usage/sums.ts';
import { dimensions } from '#lib/domain/usage/report.ts';
import type { PlatformDescription } from '#lib/local/platform.ts';
import { randomOf } from '../test/support/random.ts';
import type { costOf as CostOf } from './measured.ts';
import { costIn } from './routes.ts';
import type { Landmarks } from './world.ts';

/** What it takes to count conversations, one at a time, and to read the usage of a month by days. */
export interface CountingFigures {
  readonly conversations: number;
  /** Organizations and the platform. */
  readonly levels: number;
  /** Per conversation: its fact and the heads of the logs, with pages that become full. */
  readonly counted: { readonly calls: number; readonly readUnits: number; readonly writeUnits: number };
  /** Per conversation: its part of the sums. */
  readonly summed: { readonly readUnits: number; readonly writeUnits: number };
  /** Writes into the busiest partition of an organization, and into the busiest of the platform, per conversation. */
  readonly writesOfPartition: { readonly organization: number; readonly platform: number };
  /** Read units of a month of days, ungrouped or grouped, at most. */
  readonly month: Readonly<Record<'platform' | 'reseller' | 'client' | 'subcompany' | 'location', number>>;
}

const conversations = 3000;
const days = 90;
const dayMs = 24 * 60 * 60 * 1000;
const first = Date.UTC(2026, 7, 1);

interface Written {
  readonly TransactItems?: readonly { readonly Put?: { readonly Item?: Item } }[];
}

/** What transactions put since it was last emptied. */
let puts: Item[] = [];

dynamodb.middlewareStack.add(
  (next) => async (args) => {
    const { TransactItems = [] } = args.input as Written;
    puts.push(...TransactItems.flatMap(({ Put }) => Put?.Item ?? []));
    return next(args);
  },
  { step: 'initialize', name: 'puts' },
);

/** Records conversations of a location, spread over three months and over everything that usage is grouped by. */
const record = async ({ client, location }: Landmarks, api: ReturnType<typeof createClient>) => {
  const random = randomOf(1);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const { data } = await api.agents.list({ query: { client_id: client } });
  const agents = await Promise.all(
    data.map(async ({ id }) => agentFromItem((await get(agentKey(id))) as Item)),
  );
  const owner = await readClient(location);
  if (!owner) throw new Error(`There is no ${location}`);
  const ids: string[] = [];
  for (let at = 0; at < conversations; at += 1) {
    const input = ConversationInput.parse({
      agent_id: data[0]?.id,
      status: random() < 0.05 ? 'failed' : 'completed',
      start_time: new Date(first + Math.floor((at / conversations) * days * dayMs)).toISOString(),
      duration_ms: Math.floor(random() * 600_000),
      channel: pick(['phone', 'phone', 'web', 'chat']),
      outcome: pick(['success', 'failure', 'unknown']),
      sentiment: pick(['positive', 'neutral', 'negative']),
      metrics: { e2e_latency_p50_ms: Math.floor(random() * 2000) },
      cost: { amount: (random() / 10).toFixed(4), currency: 'USD' },
      provider: { name: pick(['elevenlabs', 'vapi', 'retell']), conversation_id: null, agent_id: null },
    });
    const { operations, reply } = insertConversation(pick(agents), owner, input);
    await commit(operations);
    ids.push(reply.id);
  }
  return ids;
};

const isSumTask = ({ kind }: Item): boolean => kind === 'sum_usage';

export const measureCounting = async (
  { base_url, api_key }: PlatformDescription,
  landmarks: Landmarks,
  costOf: typeof CostOf,
): Promise<CountingFigures> => {
  const api = createClient({ baseUrl: base_url, apiKey: api_key });
  const ids = await record(landmarks, api);
  const counted = { calls: 0, readUnits: 0, writeUnits: 0 };
  const summed = { readUnits: 0, writeUnits: 0 };
  const writes = new Map<string, number>();
  for (const id of ids) {
    puts = [];
    const cost = await costOf(() => countConversations([id]));
    counted.calls += cost.calls;
    counted.readUnits += cost.readUnits;
    counted.writeUnits += cost.writeUnits;
    const [due, own] = [puts.filter(isSumTask), puts.filter((item) => !isSumTask(item))];
    for (const { pk } of own) writes.set(pk, (writes.get(pk) ?? 0) + 1);
    for (const { id: owner } of due) {
      const { readUnits, writeUnits } = await costOf(() => sumUp(String(owner), () => true));
      summed.readUnits += readUnits;
      summed.writeUnits += writeUnits;
    }
  }
  const each = (units: number): number => Math.round((units / conversations) * 100) / 100;
  const busiest = (isOf: (pk: string) => boolean): number =>
    each(Math.max(...[...writes].flatMap(([pk, count]) => (isOf(pk) ? [count] : []))));

  const path = [undefined, ...landmarks.path];
  const month = { platform: 0, reseller: 0, client: 0, subcompany: 0, location: 0 };
  for (const [at, level] of (Object.keys(month) as (keyof typeof month)[]).entries()) {
    for (const group_by of [undefined, ...dimensions]) {
      const query = {
        from: '2026-09-01',
        to: '2026-10-01',
        interval: 'day',
        ...(group_by && { group_by }),
      } as const;
      const client_id = path[at];
      const { response } = client_id
        ? await api.usage.get.withResponse({ params: { client_id }, query })
        : await api.usage.own.withResponse({ query });
      month[level] = Math.max(month[level], costIn(response).readUnits);
    }
  }
  return {
    conversations,
    levels: path.length,
    counted: {
      calls: each(counted.calls),
      readUnits: each(counted.readUnits),
      writeUnits: each(counted.writeUnits),
    },
    summed: { readUnits: each(summed.readUnits), writeUnits: each(summed.writeUnits) },
    writesOfPartition: {
      organization: busiest((pk) => /^usage(_pages)?#client_/.test(pk)),
      platform: busiest((pk) => /^usage(_pages)?#(?!client_)/.test(pk)),
    },
    month,
  };
};
