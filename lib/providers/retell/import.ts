import type { AgentInput } from '#lib/contract/agents.ts';
import type { CallReport } from '#lib/domain/integrations/call-report.ts';
import type { ImportSource } from '#lib/domain/integrations/import-source.ts';
import { agentInputOf, definedOnly } from '../agent-input.ts';
import type { ProviderRequest } from '../http.ts';
import { ask } from '../http.ts';
import type { Json } from '../reading.ts';
import { entriesOf, idOf, isObject, listOf, nextOf, objectOf } from '../reading.ts';
import { reportOfCall } from './call.ts';
import { retell } from './service.ts';

const pageSize = 50;

const request = async (apiKey: string, sent: ProviderRequest): Promise<Json> =>
  objectOf(await ask(retell, apiKey, sent));

const read = (apiKey: string, path: string): Promise<Json> => request(apiKey, { method: 'GET', path });

const pageOf = <T>(page: Json, idField: string, load: (id: string) => Promise<T>) => ({
  items: entriesOf(page.items, idField, load),
  next: nextOf(page, 'pagination_key') ?? null,
});

/** Prompt, model and tools are those of the agent's response engine, if it is one of Retell's own. */
const engineOf = async (apiKey: string, agent: Json): Promise<Json> => {
  const { type, llm_id } = objectOf(agent.response_engine);
  const id = idOf(llm_id);
  return type === 'retell-llm' && id !== null
    ? read(apiKey, `/get-retell-llm/${encodeURIComponent(id)}`)
    : {};
};

const agentOf = async (apiKey: string, id: string): Promise<AgentInput> => {
  const sent = await read(apiKey, `/get-agent/${encodeURIComponent(id)}`);
  const engine = await engineOf(apiKey, sent);
  const tools = listOf(engine.general_tools)
    .map(objectOf)
    .filter(({ type }) => type === 'custom')
    .map(({ name, description, parameters }) => definedOnly({ name, description, parameters }));
  return agentInputOf(id, {
    name: sent.agent_name,
    prompt: engine.general_prompt,
    first_message: engine.begin_message === '' ? undefined : engine.begin_message,
    language: typeof sent.language === 'string' && sent.language !== 'multi' ? sent.language : undefined,
    voice_id: sent.voice_id,
    voice: definedOnly({ speed: sent.voice_speed, model: sent.voice_model }),
    model: definedOnly({ id: engine.model, temperature: engine.model_temperature }),
    tools: tools.length > 0 ? tools : undefined,
  });
};

const reportOf = (call: Json): CallReport | null => {
  if (call.call_status === 'registered') return null;
  if (call.call_status === 'ongoing') return reportOfCall(call, 'begun');
  return reportOfCall(call, isObject(call.call_analysis) ? 'analyzed' : 'over');
};

export const importSource = (apiKey: string): ImportSource => ({
  agents: async (cursor) => {
    const query = new URLSearchParams({
      limit: String(pageSize),
      ...(cursor !== null && { pagination_key: cursor }),
    });
    const answer = await request(apiKey, { method: 'POST', path: `/v2/list-agents?${query}`, body: {} });
    return pageOf(answer, 'agent_id', (id) => agentOf(apiKey, id));
  },
  conversations: async ({ after, before }, cursor) => {
    const answer = await request(apiKey, {
      method: 'POST',
      path: '/v3/list-calls',
      body: {
        limit: pageSize,
        sort_order: 'ascending',
        filter_criteria: { start_timestamp: { type: 'range', op: 'bt', value: [after, before - 1] } },
        ...(cursor !== null && { pagination_key: cursor }),
      },
    });
    return pageOf(answer, 'call_id', async (id) =>
      reportOf(await read(apiKey, `/v2/get-call/${encodeURIComponent(id)}`)),
    );
  },
});
