import type { Json, ProviderServer, Routes } from './server.ts';
import { addTo, changeIn, collectionOf, json, pageOf, removeFrom } from './server.ts';

const sorted = (items: Json[], by: string): Json[] =>
  items.toSorted((one, other) => Number(other[by]) - Number(one[by]));

/** A conversation in lists: without transcript, costs and numbers. */
const summaryOf = ({ agent_id, agent_name, conversation_id, status, metadata, analysis }: Json): Json => {
  const { start_time_unix_secs, call_duration_secs } = (metadata ?? {}) as Json;
  const { call_successful = 'unknown' } = (analysis ?? {}) as Json;
  return {
    ...{ agent_id, agent_name, conversation_id, status, start_time_unix_secs, call_duration_secs },
    ...{ message_count: 0, call_successful },
  };
};

const startOf = ({ metadata }: Json): number => Number((metadata as Json).start_time_unix_secs);

const removing =
  (name: string): Routes[string] =>
  ({ account, params: [id = ''] }) =>
    removeFrom(account, name, id) ? json({}) : json({ detail: { message: 'Not found' } }, 404);

const listing =
  (name: string, field: string): Routes[string] =>
  ({ account, query }) => {
    const all = Object.values(collectionOf(account, name));
    const { items, next } = pageOf(all, query.get('cursor'), Number(query.get('page_size') ?? 30));
    return json({ [field]: items, next_cursor: next, has_more: next !== null });
  };

/** The sentence with which it refuses a voice's model that does not speak the agent's language. */
const wrongModel = ({ conversation_config = {} }: Json): string | undefined => {
  const { agent = {}, tts = {} } = conversation_config as Record<string, Json | undefined>;
  const { language = 'en' } = agent as { language?: string };
  const { model_id = 'eleven_flash_v2' } = tts as { model_id?: string };
  const isMultilingual = model_id.endsWith('_v2_5');
  if (language !== 'en' && !isMultilingual) return 'Non-english Agents must use turbo or flash v2_5.';
  return language === 'en' && isMultilingual ? 'English Agents must use turbo or flash v2.' : undefined;
};

const refusing = (sent: Json, otherwise: () => ReturnType<typeof json>) => {
  const message = wrongModel(sent);
  return message === undefined ? otherwise() : json({ detail: { status: 'invalid_model', message } }, 400);
};

export const elevenLabsServer: ProviderServer = {
  provider: 'elevenlabs',
  keyOf: (headers) => headers['xi-api-key'] as string | undefined,
  errorOf: (status, message) => ({ detail: { status: `error_${status}`, message } }),
  routes: {
    'GET /v1/convai/agents': ({ account, query }) => {
      const agents = sorted(Object.values(collectionOf(account, 'agents')), 'created_at_unix_secs');
      const wanted = agents.filter(({ name }) => String(name).includes(query.get('search') ?? ''));
      const { items, next } = pageOf(wanted, query.get('cursor'), Number(query.get('page_size') ?? 30));
      const shown = items.map(({ agent_id, name, tags, created_at_unix_secs }) => ({
        ...{ agent_id, name, tags, created_at_unix_secs },
      }));
      return json({ agents: shown, next_cursor: next, has_more: next !== null });
    },
    'GET /v1/convai/agents/{}': ({ account, params: [id = ''] }) => {
      const agent = collectionOf(account, 'agents')[id];
      return agent ? json(agent) : json({ detail: { message: 'No such agent' } }, 404);
    },
    'POST /v1/convai/agents/create': ({ account, body }) => {
      const sent = { ...body, created_at_unix_secs: Math.floor(Date.now() / 1000) };
      return refusing(sent, () =>
        json({ agent_id: addTo(account, 'agents', 'agent', 'agent_id', sent).agent_id }),
      );
    },
    'PATCH /v1/convai/agents/{}': ({ account, params: [id = ''], body }) => {
      return refusing({ ...collectionOf(account, 'agents')[id], ...body }, () => {
        const changed = changeIn(account, 'agents', id, body);
        return changed ? json(changed) : json({ detail: { message: 'No such agent' } }, 404);
      });
    },
    'DELETE /v1/convai/agents/{}': removing('agents'),
    'GET /v1/convai/phone-numbers': ({ account }) => json(Object.values(collectionOf(account, 'numbers'))),
    'POST /v1/convai/twilio/outbound-call': ({ account, body }) => {
      const { id } = addTo(account, 'dialed', 'call', 'id', body);
      return json({ success: true, message: 'Started', conversation_id: id, callSid: 'CA1' });
    },
    'GET /v1/convai/conversation/get-signed-url': ({ account, query }) => {
      const { id } = addTo(account, 'joined', 'call', 'id', { agent_id: query.get('agent_id') });
      return json({ signed_url: `wss://api.elevenlabs.io/v1/convai/conversation?token=${String(id)}` });
    },
    'GET /v2/voices': ({ account }) =>
      json({ voices: Object.values(collectionOf(account, 'voices')), has_more: false, total_count: 0 }),
    'POST /v1/text-to-speech/{}': ({ body, params: [voice = ''], query }) => ({
      bytes: Buffer.from(`${query.get('output_format')} ${voice}: ${String(body.text)}`),
      type: 'audio/mpeg',
    }),
    'GET /v1/convai/tools': listing('tools', 'tools'),
    'POST /v1/convai/tools': ({ account, body }) => json(addTo(account, 'tools', 'tool', 'id', body)),
    'DELETE /v1/convai/tools/{}': removing('tools'),
    'GET /v1/convai/knowledge-base': listing('documents', 'documents'),
    'POST /v1/convai/knowledge-base/text': ({ account, body }) => {
      const { id, name } = addTo(account, 'documents', 'document', 'id', body);
      return json({ id, name });
    },
    'DELETE /v1/convai/knowledge-base/{}': removing('documents'),
    'GET /v1/convai/secrets': ({ account, query }) => {
      const secrets = Object.values(collectionOf(account, 'secrets'));
      const found = secrets.filter(({ name }) => String(name).startsWith(query.get('search') ?? ''));
      return json({ secrets: found.map(({ value: _, ...shown }) => ({ ...shown, used_by: {} })) });
    },
    'POST /v1/convai/secrets': ({ account, body }) => {
      const { secret_id, name } = addTo(account, 'secrets', 'secret', 'secret_id', body);
      return json({ type: 'stored', secret_id, name });
    },
    'PATCH /v1/convai/secrets/{}': ({ account, params: [id = ''], body }) => {
      const changed = changeIn(account, 'secrets', id, body);
      return changed
        ? json({ type: 'stored', secret_id: id, name: changed.name })
        : json({ detail: { message: 'No such secret' } }, 404);
    },
    'DELETE /v1/convai/secrets/{}': removing('secrets'),
    'GET /v1/workspace/webhooks': ({ account }) =>
      json({ webhooks: Object.values(collectionOf(account, 'webhooks')) }),
    'POST /v1/workspace/webhooks': ({ account, body }) => {
      const { webhook_id } = addTo(account, 'webhooks', 'webhook', 'webhook_id', body.settings as Json);
      return json({ webhook_id, webhook_secret: `secret-of-${webhook_id}` });
    },
    'DELETE /v1/workspace/webhooks/{}': removing('webhooks'),
    'GET /v1/convai/conversations': ({ account, query }) => {
      const after = Number(query.get('call_start_after_unix') ?? 0);
      const before = Number(query.get('call_start_before_unix') ?? Number.POSITIVE_INFINITY);
      const calls = Object.values(collectionOf(account, 'conversations'))
        .filter((call) => startOf(call) >= after && startOf(call) <= before)
        .sort((one, other) => startOf(other) - startOf(one));
      const ordered = query.get('sort_direction') === 'asc' ? calls.reverse() : calls;
      const { items, next } = pageOf(ordered, query.get('cursor'), Number(query.get('page_size') ?? 30));
      return json({ conversations: items.map(summaryOf), next_cursor: next, has_more: next !== null });
    },
    'GET /v1/convai/conversations/{}': ({ account, params: [id = ''] }) => {
      const call = collectionOf(account, 'conversations')[id];
      return call ? json(call) : json({ detail: { message: 'No such conversation' } }, 404);
    },
    'GET /v1/convai/conversations/{}/audio': ({ account, params: [id = ''] }) => {
      const audio = collectionOf(account, 'audio')[id];
      return audio
        ? { bytes: Buffer.from(String(audio.base64), 'base64'), type: 'audio/mpeg' }
        : json({ detail: { message: 'No audio' } }, 404);
    },
  },
};
