import type { Json, ProviderServer } from './server.ts';
import { addTo, changeIn, collectionOf, json, removeFrom } from './server.ts';

const created = (item: Json): string => String(item.createdAt);

const listed = (items: Json[], query: URLSearchParams): Json[] => {
  const [gt, lt, ge, le] = ['Gt', 'Lt', 'Ge', 'Le'].map((name) => query.get(`createdAt${name}`));
  return items
    .filter((item) => gt == null || created(item) > gt)
    .filter((item) => lt == null || created(item) < lt)
    .filter((item) => ge == null || created(item) >= ge)
    .filter((item) => le == null || created(item) <= le)
    .sort((one, other) => (created(one) < created(other) ? 1 : -1))
    .slice(0, Number(query.get('limit') ?? 100));
};

export const vapiServer: ProviderServer = {
  provider: 'vapi',
  keyOf: ({ authorization = '' }) => /^Bearer (.+)$/.exec(authorization)?.[1],
  errorOf: (statusCode, message) => ({ statusCode, message, error: 'Error' }),
  routes: {
    'GET /assistant': ({ account, query }) =>
      json(listed(Object.values(collectionOf(account, 'agents')), query)),
    'GET /assistant/{}': ({ account, params: [id = ''] }) => {
      const agent = collectionOf(account, 'agents')[id];
      return agent ? json(agent) : json({ message: 'Not found' }, 404);
    },
    'GET /phone-number': ({ account }) => json(Object.values(collectionOf(account, 'numbers'))),
    'POST /call': ({ account, body }) => {
      if (!body.transport) return json(addTo(account, 'dialed', 'call', 'id', body), 201);
      const call = addTo(account, 'joined', 'call', 'id', body);
      return json({ ...call, type: 'webCall', webCallUrl: `https://vapi.daily.co/${String(call.id)}` }, 201);
    },
    'POST /assistant': ({ account, body }) =>
      json(
        addTo(account, 'agents', 'assistant', 'id', { ...body, createdAt: new Date().toISOString() }),
        201,
      ),
    'PATCH /assistant/{}': ({ account, params: [id = ''], body }) => {
      const changed = changeIn(account, 'agents', id, body);
      return changed ? json(changed) : json({ message: 'Not found' }, 404);
    },
    'DELETE /assistant/{}': ({ account, params: [id = ''] }) =>
      removeFrom(account, 'agents', id) ? json({ id }) : json({ message: 'Not found' }, 404),
    'GET /call': ({ account, query }) => json(listed(Object.values(collectionOf(account, 'calls')), query)),
    'GET /call/{}': ({ account, params: [id = ''] }) => {
      const call = collectionOf(account, 'calls')[id];
      return call ? json(call) : json({ message: 'Not found' }, 404);
    },
    // Calls that were placed are under way.
    'POST /call-control/{}': ({ account, params: [id = ''], body }) =>
      json(addTo(account, 'controlled', 'control', 'id', { ...body, call_id: id })),
    'GET /call/{}/mono-recording': ({ account, params: [id = ''], baseUrl }) =>
      collectionOf(account, 'audio')[id]
        ? { location: `${baseUrl}/call/${id}/stereo-recording` }
        : json({ message: 'Not found' }, 404),
    'GET /call/{}/stereo-recording': ({ account, params: [id = ''] }) => ({
      bytes: Buffer.from(String(collectionOf(account, 'audio')[id]?.base64), 'base64'),
      type: 'audio/wav',
    }),
  },
};
