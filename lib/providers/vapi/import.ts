import type { AgentInput } from '#lib/contract/agents.ts';
import type { CallReport } from '#lib/domain/integrations/call-report.ts';
import type { ImportSource, ListedPage } from '#lib/domain/integrations/import-source.ts';
import { parseJson } from '#lib/domain/json.ts';
import { agentInputOf, definedOnly } from '../agent-input.ts';
import { ask } from '../http.ts';
import type { Json } from '../reading.ts';
import { idOf, isObject, listOf, objectOf, parsedTime, textOf } from '../reading.ts';
import { reportOfCall } from './call.ts';
import { vapi } from './service.ts';

/*
 * Vapi's lists have no cursor. The next page contains calls created before the last one of this page. Calls
 * of the same millisecond that were already seen are excluded by their ids.
 */

const pageSize = 100;
const largestPage = 1000;

interface Cursor {
  /** RFC 3339, the time of the last call seen. */
  readonly time: string;
  /** The ids seen at that time. */
  readonly ids: readonly string[];
}

const timeBefore = (time: string): string => new Date(Date.parse(time) - 1).toISOString();

const readPage = async <T>(
  apiKey: string,
  path: string,
  range: Readonly<Record<string, string>>,
  cursor: string | null,
  read: (id: string, sent: Json) => T | null,
): Promise<ListedPage<T>> => {
  const from = cursor === null ? undefined : (parseJson(cursor) as Cursor);
  // The calls already seen at the last time are returned again, so the limit includes them.
  const limit = Math.min(pageSize + (from?.ids.length ?? 0), largestPage);
  const query = new URLSearchParams({
    limit: String(limit),
    ...range,
    ...(from && { createdAtLe: from.time }),
  });
  const answer = await ask(vapi, apiKey, { method: 'GET', path: `${path}?${query}` });
  const all = listOf(answer).map(objectOf);
  const items = all.flatMap((sent) => {
    const id = idOf(sent.id);
    if (id === null || from?.ids.includes(id)) return [];
    return [{ id, load: async () => read(id, sent) }];
  });
  const times = all.flatMap(({ createdAt }) => parsedTime(createdAt) ?? []).sort();
  const [oldest] = times;
  if (all.length < limit || oldest === undefined) return { items, next: null };
  const ids = all
    .filter(({ createdAt }) => parsedTime(createdAt) === oldest)
    .flatMap(({ id }) => idOf(id) ?? []);
  const next: Cursor = items.length === 0 ? { time: timeBefore(oldest), ids: [] } : { time: oldest, ids };
  return { items, next: JSON.stringify(next) };
};

const agentOf = (id: string, sent: Json): AgentInput => {
  const model = objectOf(sent.model);
  const voice = objectOf(sent.voice);
  const system = listOf(model.messages)
    .map(objectOf)
    .find(({ role }) => role === 'system');
  const tools = listOf(model.tools)
    .map((tool) => objectOf(objectOf(tool).function))
    .filter(({ name }) => name !== undefined)
    .map(({ name, description, parameters }) => definedOnly({ name, description, parameters }));
  return agentInputOf(id, {
    name: sent.name,
    prompt: system?.content,
    first_message: sent.firstMessage,
    language: objectOf(sent.transcriber).language,
    voice_id: voice.voiceId,
    voice: definedOnly({
      provider: voice.provider === '11labs' ? 'elevenlabs' : voice.provider,
      speed: voice.speed,
      model: voice.model,
    }),
    model: definedOnly({
      provider: model.provider,
      id: model.model,
      temperature: model.temperature,
      max_tokens: model.maxTokens,
    }),
    tools: tools.length > 0 ? tools : undefined,
  });
};

const reportOf = (_id: string, call: Json): CallReport | null => {
  const isOver = call.status === 'ended';
  if (!isOver && call.status !== 'in-progress' && call.status !== 'forwarding') return null;
  const analyzed = isObject(call.analysis) || textOf(objectOf(call.artifact).transcript, 10) !== undefined;
  return reportOfCall(
    { call, message: {} },
    { stage: isOver ? (analyzed ? 'analyzed' : 'over') : 'begun', at: 0 },
  );
};

export const importSource = (apiKey: string): ImportSource => ({
  agents: (cursor) => readPage(apiKey, '/assistant', {}, cursor, agentOf),
  conversations: ({ after, before }, cursor) =>
    readPage(
      apiKey,
      '/call',
      { createdAtGe: new Date(after).toISOString(), createdAtLt: new Date(before).toISOString() },
      cursor,
      reportOf,
    ),
});
