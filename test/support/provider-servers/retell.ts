import type { Json, ProviderServer } from './server.ts';
import { collectionOf, json, pageOf } from './server.ts';

/** What a list shows of a call: neither what was said, nor where it can be heard. */
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

export const retellServer: ProviderServer = {
  provider: 'retell',
  keyOf: ({ authorization = '' }) => /^Bearer (.+)$/.exec(authorization)?.[1],
  errorOf: (_, message) => ({ status: 'error', message }),
  routes: {
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
    'GET /get-agent/{}': ({ account, params: [id = ''] }) => {
      const agent = collectionOf(account, 'agents')[id];
      return agent ? json(agent) : json({ status: 'error', message: 'cannot find asset' }, 422);
    },
    'GET /get-retell-llm/{}': ({ account, params: [id = ''] }) => {
      const llm = collectionOf(account, 'llms')[id];
      return llm ? json(llm) : json({ status: 'error', message: 'cannot find asset' }, 422);
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
