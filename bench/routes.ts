import { createClient } from '#lib/client.ts';
import { operations } from '#lib/contract/index.ts';
import { changesSomething } from '#lib/contract/route.ts';
import { indexConversations } from '#lib/data/search/search-index.ts';
import type { PlatformDescription } from '#lib/local/platform.ts';
import { readDialogues, turnsOf } from '../test/support/dialogues.ts';
import type { costOf as CostOf } from './measured.ts';
import type { Landmarks } from './world.ts';

/** What something uses of DynamoDB. */
export interface UnitsUsed {
  readonly calls: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

export interface RouteCost extends UnitsUsed {
  readonly route: string;
}

/** What an answer says of its cost: `db;dur=3.1;desc="2 calls, 1.0 RCU, 0 WCU"`. */
export const costIn = ({ headers }: Response): UnitsUsed => {
  const said = headers.get('server-timing')?.match(/"(\d+) calls, ([\d.]+) RCU, ([\d.]+) WCU"/);
  const [calls = 0, readUnits = 0, writeUnits = 0] = said?.slice(1).map(Number) ?? [];
  return { calls, readUnits, writeUnits };
};

type Answer = Promise<{ readonly response: Response }>;

/** What each route costs, on a client at the third level; warm, so that the key is known already. */
export const measureRoutes = async (
  { base_url, api_key }: PlatformDescription,
  landmarks: Landmarks,
  costOf: typeof CostOf,
) => {
  const api = createClient({ baseUrl: base_url, apiKey: api_key });
  const key = () => ({ idempotencyKey: crypto.randomUUID() });
  const dialogue = readDialogues().find(({ turns }) => turns.length === 18);
  if (!dialogue) throw new Error('No dialogue has 18 turns');
  const body = {
    agent_id: landmarks.agent,
    client_id: landmarks.location,
    status: 'completed' as const,
    outcome: 'success',
    sentiment: 'neutral' as const,
    caller: { number: '+14155550123' },
    summary: 'What was said, in a sentence or two.',
    duration_ms: 90_000,
    turns: turnsOf(dialogue),
  };
  /** Two pages of a manual. */
  const text = 'Appointments are moved free of charge until the day before. '.repeat(80);
  const agent = await api.agents.create({ body: { name: 'Bench', client_id: landmarks.client } });
  const ofAgent = { agent_id: agent.id };
  const document = await api.documents.create({ params: ofAgent, body: { name: 'Bench', text } });
  const conversation = await api.conversations.create({
    body: { ...body, status: 'active', duration_ms: undefined } as never,
  });
  const made = await api.apiKeys.create({
    body: { name: 'Bench', scopes: ['agents:read'], client_id: landmarks.client },
  });
  const erased = await api.conversations.create({ body });
  const params = { conversation_id: conversation.id };
  const audio = { content_type: 'audio/mpeg' as const, size_bytes: 3 };

  const calls: Record<string, () => Answer> = {
    'clients.list': () => api.clients.list.withResponse({ query: { parent_id: landmarks.client } }),
    'clients.create': () =>
      api.clients.create.withResponse({
        ...key(),
        body: { name: 'B', type: 'location', parent_id: landmarks.subcompany },
      }),
    'clients.get': () => api.clients.get.withResponse({ params: { client_id: landmarks.location } }),
    'clients.replace': () =>
      api.clients.replace.withResponse({
        ...key(),
        params: { client_id: landmarks.location },
        body: { name: 'Renamed' },
      }),
    'subcompanies.list': () =>
      api.subcompanies.list.withResponse({ params: { client_id: landmarks.client } }),
    'subcompanies.create': () =>
      api.subcompanies.create.withResponse({
        ...key(),
        params: { client_id: landmarks.client },
        body: { name: 'S' },
      }),
    'agents.list': () => api.agents.list.withResponse({ query: { client_id: landmarks.client } }),
    'agents.create': () =>
      api.agents.create.withResponse({ ...key(), body: { name: 'Bench', client_id: landmarks.client } }),
    'agents.get': () => api.agents.get.withResponse({ params: { agent_id: agent.id } }),
    'agents.replace': () =>
      api.agents.replace.withResponse({ ...key(), params: { agent_id: agent.id }, body: { name: 'Other' } }),
    'agentVersions.list': () => api.agentVersions.list.withResponse({ params: ofAgent }),
    'agentVersions.get': () =>
      api.agentVersions.get.withResponse({ params: { ...ofAgent, agent_version: '1' } }),
    'agentVersions.restore': () =>
      api.agentVersions.restore.withResponse({
        ...key(),
        params: { ...ofAgent, agent_version: '1' },
      }),
    'documents.list': () => api.documents.list.withResponse({ params: ofAgent }),
    'documents.create': () =>
      api.documents.create.withResponse({ ...key(), params: ofAgent, body: { name: 'Another', text } }),
    'documents.get': () =>
      api.documents.get.withResponse({ params: { ...ofAgent, document_id: document.id } }),
    'documents.replace': () =>
      api.documents.replace.withResponse({
        ...key(),
        params: { ...ofAgent, document_id: document.id },
        body: { name: 'Renamed', text },
      }),
    'documents.remove': () =>
      api.documents.remove.withResponse({ ...key(), params: { ...ofAgent, document_id: document.id } }),
    'agents.test': () =>
      api.agents.test.withResponse({
        params: { agent_id: agent.id },
        body: { messages: [{ role: 'user', content: 'Hello' }] },
      }),
    'agents.remove': () => api.agents.remove.withResponse({ ...key(), params: { agent_id: agent.id } }),
    'conversations.list': () =>
      api.conversations.list.withResponse({ query: { client_id: landmarks.client, outcome: 'success' } }),
    'conversations.active': () =>
      api.conversations.active.withResponse({ query: { client_id: landmarks.client } }),
    'conversations.create': () => api.conversations.create.withResponse({ ...key(), body }),
    'conversations.get': () => api.conversations.get.withResponse({ params }),
    'transcripts.append': () =>
      api.transcripts.append.withResponse({
        ...key(),
        params,
        body: { turns: [{ role: 'user', text: 'One more.' }] },
      }),
    'transcripts.get': () => api.transcripts.get.withResponse({ params }),
    'recordings.create': () => api.recordings.create.withResponse({ ...key(), params, body: audio }),
    'conversations.update': () =>
      api.conversations.update.withResponse({
        ...key(),
        params,
        body: { status: 'completed', sentiment: 'positive' },
      }),
    'conversations.erase': () =>
      api.conversations.erase.withResponse({ ...key(), params: { conversation_id: erased.id } }),
    'apiKeys.list': () => api.apiKeys.list.withResponse({ query: { client_id: landmarks.client } }),
    'apiKeys.create': () =>
      api.apiKeys.create.withResponse({
        ...key(),
        body: { name: 'B', scopes: ['agents:read'], client_id: landmarks.client },
      }),
    'apiKeys.get': () => api.apiKeys.get.withResponse({ params: { api_key_id: made.id } }),
    'apiKeys.rotate': () =>
      api.apiKeys.rotate.withResponse({ ...key(), params: { api_key_id: made.id }, body: {} }),
    'apiKeys.revoke': () => api.apiKeys.revoke.withResponse({ ...key(), params: { api_key_id: made.id } }),
    'me.get': () => api.me.get.withResponse(),
    'service.health': () => api.service.health.withResponse(),
    'service.openapi': () => api.service.openapi.withResponse(),
  };

  // So that every function knows the key and the organizations' paths, as a warm one does.
  await Promise.all(['clients.get', 'agents.get', 'conversations.get', 'me.get'].map((id) => calls[id]?.()));
  const routes: RouteCost[] = [];
  const first = costIn((await api.conversations.get.withResponse({ params })).response);
  for (const [id, call] of Object.entries(calls)) {
    const route = operations.find((operation) => operation.id === id)?.route;
    if (!route) throw new Error(`There is no route ${id}`);
    // Reads twice: the first may have to learn of the key.
    if (!changesSomething(route)) await call();
    routes.push({ route: route.key, ...costIn((await call()).response) });
  }
  const { url, headers } = (await api.recordings.create({ params, body: { ...audio, size_bytes: 4 } }))
    .upload;
  await fetch(url, { method: 'PUT', headers, body: 'mpeg' });
  routes.push({
    route: 'GET /v1/conversations/{conversation_id}/audio',
    ...(await recordingCost(api, params)),
  });

  const { reply: recorded } = await api.conversations.create.withResponse({ ...key(), body });
  const index = await costOf(() => indexConversations([recorded.id]));
  const again = await costOf(() => indexConversations([recorded.id]));
  return {
    routes,
    byId: first,
    index: { readUnits: index.readUnits, writeUnits: index.writeUnits, calls: index.calls },
    indexAgain: { readUnits: again.readUnits, writeUnits: again.writeUnits },
    levels: landmarks.path.length + 1,
  };
};

const recordingCost = async (
  api: ReturnType<typeof createClient>,
  params: { conversation_id: string },
): Promise<UnitsUsed> => {
  for (;;) {
    const { audio } = await api.conversations.get({ params });
    if (audio.status === 'available') break;
  }
  await api.recordings.get({ params });
  return costIn((await api.recordings.get.withResponse({ params })).response);
};
