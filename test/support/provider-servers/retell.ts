import type { Json, ProviderServer, Routes } from './server.ts';
import { addTo, changeIn, collectionOf, json, pageOf, removeFrom } from './server.ts';

/** A call in lists: without its transcript and the link to its recording. */
const summaryOf = (call: Json): Json => {
  const hidden = /^(transcript|scrubbed_|recording_)/;
  return Object.fromEntries(Object.entries(call).filter(([name]) => !hidden.test(name)));
};

interface ListCalls {
  readonly limit?: number;
  readonly pagination_key?: string;
  readonly sort_order?: string;
  readonly filter_criteria?: { readonly start_timestamp?: { op: string; value: number | [number, number] } };
}

const isWithin = ({ start_timestamp: start }: Json, { filter_criteria }: ListCalls): boolean => {
  const { op, value } = filter_criteria?.start_timestamp ?? {};
  if (op === 'bt' && Array.isArray(value)) return Number(start) >= value[0] && Number(start) <= value[1];
  if (op === 'ge') return Number(start) >= Number(value);
  if (op === 'le') return Number(start) <= Number(value);
  return true;
};

const gone = { status: 'error', message: 'cannot find asset' };

/**
 * The routes that create, change, list and delete engines and agents: under different paths, in the same way.
 */
const crud = (path: string, name: string, idField: string, prefix: string): Routes => ({
  [`POST /create-${path}`]: ({ account, body }) =>
    json(addTo(account, name, prefix, idField, { version: 0, is_published: false, ...body }), 201),
  [`GET /get-${path}/{}`]: ({ account, params: [id = ''] }) => {
    const found = collectionOf(account, name)[id];
    return found ? json(found) : json(gone, 422);
  },
  [`PATCH /update-${path}/{}`]: ({ account, params: [id = ''], body }) => {
    const changed = changeIn(account, name, id, body);
    return changed ? json(changed) : json(gone, 422);
  },
  [`DELETE /delete-${path}/{}`]: ({ account, params: [id = ''] }) =>
    removeFrom(account, name, id) ? json({}) : json(gone, 422),
  [`GET /v2/list-${path}s`]: ({ account, query }) => {
    const all = Object.values(collectionOf(account, name));
    const { items, next } = pageOf(all, query.get('pagination_key'), Number(query.get('limit') ?? 50));
    return json({ items, has_more: next !== null, ...(next && { pagination_key: next }) });
  },
});

export const retellServer: ProviderServer = {
  provider: 'retell',
  keyOf: ({ authorization = '' }) => /^Bearer (.+)$/.exec(authorization)?.[1],
  errorOf: (_, message) => ({ status: 'error', message }),
  routes: {
    ...crud('retell-llm', 'llms', 'llm_id', 'llm'),
    ...crud('conversation-flow', 'flows', 'conversation_flow_id', 'flow'),
    ...crud('agent', 'agents', 'agent_id', 'agent'),
    'POST /create-agent-version/{}': ({ account, params: [id = ''], body }) => {
      const version = Number(body.base_version) + 1;
      const changed = changeIn(account, 'agents', id, { version, is_published: false });
      return changed ? json(changed, 201) : json(gone, 422);
    },
    'POST /create-knowledge-base': ({ account, text }) => {
      const name = /name="knowledge_base_name"\r\n\r\n([^\r]*)/.exec(text)?.[1];
      const made = addTo(account, 'knowledge', 'knowledge', 'knowledge_base_id', {
        knowledge_base_name: name,
      });
      return json({ ...made, status: 'in_progress' }, 201);
    },
    'GET /list-knowledge-bases': ({ account }) => json(Object.values(collectionOf(account, 'knowledge'))),
    'DELETE /delete-knowledge-base/{}': ({ account, params: [id = ''] }) =>
      removeFrom(account, 'knowledge', id) ? json({}) : json(gone, 422),
    'GET /v2/list-phone-numbers': ({ account }) =>
      json({ items: Object.values(collectionOf(account, 'numbers')), has_more: false }),
    'POST /v2/create-phone-call': ({ account, body }) =>
      json(addTo(account, 'dialed', 'call', 'call_id', body), 201),
    'POST /v2/create-web-call': ({ account, body }) => {
      const { call_id } = addTo(account, 'joined', 'call', 'call_id', body);
      return json({ call_type: 'web_call', call_id, access_token: `token-of-${String(call_id)}` }, 201);
    },
    'POST /v2/stop-call/{}': ({ account, params: [id = ''] }) =>
      json(addTo(account, 'controlled', 'control', 'id', { stopped: id })),
    'PATCH /v2/update-live-call/{}': ({ account, params: [id = ''], body }) =>
      json(addTo(account, 'controlled', 'control', 'id', { ...body, call_id: id })),
    'GET /list-voices': ({ account }) => json(Object.values(collectionOf(account, 'voices'))),
    'GET /get-concurrency': () => json({ current_concurrency: 0, concurrency_limit: 20 }),
    'POST /v2/list-agents': ({ account, query, body }) => {
      const { query: name = '' } = (body.filter_criteria as Json | undefined) ?? {};
      const agents = Object.values(collectionOf(account, 'agents')).filter(({ agent_name }) =>
        String(agent_name).includes(String(name)),
      );
      const { items, next } = pageOf(agents, query.get('pagination_key'), Number(query.get('limit') ?? 50));
      const shown = items.map(({ agent_id, agent_name, channel = 'voice' }) => ({
        agent_id,
        agent_name,
        channel,
      }));
      return json({ items: shown, has_more: next !== null, ...(next && { pagination_key: next }) });
    },
    'POST /v3/list-calls': ({ account, body }) => {
      const asked = body as ListCalls;
      const calls = Object.values(collectionOf(account, 'calls'))
        .filter((call) => isWithin(call, asked))
        .sort((one, other) => Number(other.start_timestamp) - Number(one.start_timestamp));
      const ordered = asked.sort_order === 'ascending' ? calls.reverse() : calls;
      const { items, next } = pageOf(ordered, asked.pagination_key, asked.limit ?? 50);
      return json({
        items: items.map(summaryOf),
        has_more: next !== null,
        ...(next && { pagination_key: next }),
      });
    },
    'GET /v2/get-call/{}': ({ account, params: [id = ''] }) => {
      const call = collectionOf(account, 'calls')[id];
      return call ? json(call) : json({ status: 'error', message: 'cannot find asset' }, 422);
    },
  },
};
