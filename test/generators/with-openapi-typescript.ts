import type { components, paths } from './schema.ts';

/** The code of an integrator who has only the types: defaults of the generator, no client. */
type Json<P extends keyof paths> = paths[P] extends {
  post: { requestBody: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;

declare const process: { readonly argv: readonly string[] };
const [, , baseUrl, apiKey] = process.argv;

const send = async <Reply>(method: string, path: string, body?: unknown): Promise<Reply> => {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(((await response.json()) as components['schemas']['Problem']).code);
  return (await response.json()) as Reply;
};

// Fields with a default may be left out: these do not compile otherwise.
const agentInput: Json<'/v1/agents'> = { name: 'Pia', voice: {}, tools: [{ name: 'find_slot' }] };
const agent = await send<components['schemas']['Agent']>('POST', '/v1/agents', agentInput);
const input: Json<'/v1/conversations'> = {
  agent_id: agent.id,
  status: 'completed',
  turns: [{ role: 'user', text: 'Hello' }],
};
const conversation = await send<components['schemas']['Conversation']>('POST', '/v1/conversations', input);
const list = await send<components['schemas']['ConversationList']>(
  'GET',
  `/v1/conversations?agent_id=${agent.id}`,
);
const sentiment: components['schemas']['Sentiment'] | null = list.data[0]?.sentiment ?? null;
const code = await send('GET', '/v1/agents/agent_01kag3x5ntfyxs4v4yh2m8q9ab').catch(
  (error: Error) => error.message,
);
console.log(JSON.stringify({ found: list.data[0]?.id === conversation.id, sentiment, code }));
