import type { AgentInput } from '#lib/contract/agents.ts';
import type { ImportSource } from '#lib/domain/integrations/import-source.ts';
import { agentInputOf, definedOnly } from '../agent-input.ts';
import { ask } from '../http.ts';
import type { Json } from '../reading.ts';
import { entriesOf, listOf, nextOf, objectOf } from '../reading.ts';
import { reportOfConversation } from './call.ts';
import { elevenLabs } from './service.ts';

const pageSize = 50;

const read = async (apiKey: string, path: string): Promise<Json> =>
  objectOf(await ask(elevenLabs, apiKey, { method: 'GET', path }));

const agentOf = (id: string, sent: Json): AgentInput => {
  const { agent, tts } = objectOf(sent.conversation_config);
  const { prompt: sentPrompt, first_message, language } = objectOf(agent);
  const prompt = objectOf(sentPrompt);
  const { voice_id, speed, model_id } = objectOf(tts);
  const tools = listOf(prompt.tools)
    .map(objectOf)
    .filter(({ type, name }) => type === 'webhook' || (type === 'client' && name !== undefined))
    .map(({ name, description }) => definedOnly({ name, description }));
  return agentInputOf(id, {
    name: sent.name,
    prompt: prompt.prompt,
    first_message: first_message === '' ? undefined : first_message,
    language,
    voice_id,
    voice: definedOnly({ provider: voice_id && 'elevenlabs', speed, model: model_id }),
    model: definedOnly({
      id: prompt.llm,
      temperature: prompt.temperature,
      max_tokens: Number(prompt.max_tokens) > 0 ? prompt.max_tokens : undefined,
    }),
    tools: tools.length > 0 ? tools : undefined,
  });
};

export const importSource = (apiKey: string): ImportSource => ({
  agents: async (cursor) => {
    const query = new URLSearchParams({ page_size: String(pageSize), ...(cursor !== null && { cursor }) });
    const answer = await read(apiKey, `/v1/convai/agents?${query}`);
    const items = entriesOf(answer.agents, 'agent_id', async (id) =>
      agentOf(id, await read(apiKey, `/v1/convai/agents/${encodeURIComponent(id)}`)),
    );
    return { items, next: nextOf(answer, 'next_cursor') ?? null };
  },
  conversations: async ({ after, before }, cursor) => {
    const query = new URLSearchParams({
      page_size: String(pageSize),
      sort_direction: 'asc',
      call_start_after_unix: String(Math.floor(after / 1000)),
      call_start_before_unix: String(Math.floor(before / 1000)),
      ...(cursor !== null && { cursor }),
    });
    const answer = await read(apiKey, `/v1/convai/conversations?${query}`);
    const items = entriesOf(answer.conversations, 'conversation_id', async (id) =>
      reportOfConversation(await read(apiKey, `/v1/convai/conversations/${encodeURIComponent(id)}`), 0),
    );
    return { items, next: nextOf(answer, 'next_cursor') ?? null };
  },
});
