import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '#lib/client.ts';
import { ApiProblem, createClient } from '#lib/client.ts';
import type { PlatformDescription } from '../platform.ts';
import type { DemoAgent } from './agents.ts';
import { agents } from './agents.ts';
import type { DemoIntegration } from './calls.ts';
import { integrations } from './calls.ts';
import type { DemoDialogue } from './dialogues.ts';
import { dialogues } from './dialogues.ts';
import type { DemoOrganisation } from './organisations.ts';
import { reseller } from './organisations.ts';
import { eventsOf, signatureOf } from './provider-calls.ts';
import spoken from './spoken.json' with { type: 'json' };

/*
 * Fills a platform with demonstration data through its API. Existing entities are found by their name or
 * their provider's id, so a second start creates no duplicates and completes an interrupted one.
 */

type Ids = Map<string, string>;

const hourMs = 60 * 60 * 1000;

/** The estimated duration of a turn without a recording: people say two to three words a second. */
const estimatedMs = (text: string): number => 400 + text.split(' ').length * 380;

const timed = ({ key, turns, recording }: DemoDialogue) => {
  const known: readonly number[][] = recording ? spoken[key as keyof typeof spoken].turns : [];
  let at = 0;
  return turns.map((turn, index) => {
    const [start_ms = at, end_ms = at + estimatedMs(turn.text)] = known[index] ?? [];
    at = end_ms + 300;
    return { ...turn, start_ms, end_ms };
  });
};

const findByName = async (
  found: AsyncIterable<{ readonly id: string; readonly name: string }>,
  name: string,
): Promise<string | undefined> => {
  for await (const item of found) if (item.name === name) return item.id;
  return undefined;
};

const fillOrganisation = async (
  api: Client,
  { below = [], ...body }: DemoOrganisation,
  parent_id: string | null,
  ids: Ids,
): Promise<void> => {
  const query = { name: body.name, type: body.type, ...(parent_id && { parent_id }) };
  const id =
    (await findByName(api.clients.list.all({ query }), body.name)) ??
    (await api.clients.create({ body: { ...body, parent_id } })).id;
  ids.set(body.name, id);
  for (const organisation of below) await fillOrganisation(api, organisation, id, ids);
};

const fillDocuments = async (
  api: Client,
  agent_id: string,
  documents: NonNullable<DemoAgent['documents']>,
): Promise<void> => {
  const params = { agent_id };
  for (const body of documents) {
    const known = await findByName(api.documents.list.all({ params }), body.name);
    if (known === undefined) await api.documents.create({ params, body });
  }
};

const fillAgents = async (api: Client, organisations: Ids): Promise<Ids> => {
  const ids: Ids = new Map();
  for (const [key, { organisation, documents = [], ...body }] of Object.entries<DemoAgent>(agents)) {
    const client_id = organisations.get(organisation) ?? '';
    const query = { client_id, name: body.name };
    const id =
      (await findByName(api.agents.list.all({ query }), body.name)) ??
      (await api.agents.create({ body: { ...body, client_id } })).id;
    await fillDocuments(api, id, documents);
    ids.set(key, id);
  }
  return ids;
};

/** Creates a conversation, or finds the one that an earlier start created. */
const recordOnce = async (
  api: Client,
  dialogue: DemoDialogue,
  agent_id: string,
  client_id: string,
): Promise<string> => {
  const { key, agent: _agent, organisation: _organisation, hoursAgo, recording, ...body } = dialogue;
  const turns = timed(dialogue);
  const duration_ms = recording
    ? spoken[key as keyof typeof spoken].duration_ms
    : (turns.at(-1)?.end_ms ?? 0);
  try {
    const { id } = await api.conversations.create({
      body: {
        ...body,
        agent_id,
        client_id,
        start_time: new Date(Date.now() - hoursAgo * hourMs - duration_ms).toISOString(),
        ...(body.status !== 'active' && { duration_ms }),
        provider: { name: 'demo', conversation_id: key },
        turns,
      },
    });
    return id;
  } catch (error) {
    const known = error instanceof ApiProblem ? error.problem.conversation_id : undefined;
    if (typeof known === 'string') return known;
    throw error;
  }
};

/** The file of a spoken dialogue. */
export const recordingOf = (key: string): Promise<Buffer> =>
  readFile(join(import.meta.dirname, `${key}.mp3`));

const uploadOnce = async (
  api: Client,
  conversation_id: string,
  key: string,
  send: typeof fetch,
): Promise<void> => {
  const params = { conversation_id };
  const { audio } = await api.conversations.get({ params });
  if (audio.status === 'available') return;
  const bytes = await recordingOf(key);
  const { duration_ms } = spoken[key as keyof typeof spoken];
  const { upload } = await api.recordings.create({
    params,
    body: { content_type: 'audio/mpeg', size_bytes: bytes.length, channels: 2, duration_ms },
  });
  const { url, method, headers } = upload;
  const response = await send(url, { method, headers, body: new Uint8Array(bytes) });
  // 412: the object exists, because an earlier start was interrupted. Its event is still to be processed.
  if (!response.ok && response.status !== 412)
    throw new Error(`The recording of ${key} was refused: ${await response.text()}`);
};

/** Nobody signs with it but the demonstration, and only on one machine. */
const demoSecret = (provider: string): string => `secret-of-the-demo-${provider}`;

/** Connects an account, and posts its calls as the provider would. An earlier start has posted them all, or is repeated. */
const fillIntegration = async (
  api: Client,
  { provider, name, provider_agent_id, calls }: DemoIntegration,
  client_id: string,
  agent_id: string,
  send: typeof fetch,
): Promise<void> => {
  const known = await findByName(api.integrations.list.all({ query: { client_id } }), name);
  const { webhook_url } = known
    ? await api.integrations.get({ params: { integration_id: known } })
    : await api.integrations.create({
        body: {
          client_id,
          provider,
          name,
          webhook_secret: demoSecret(provider),
          agents: [{ provider_agent_id, agent_id }],
        },
      });
  for (const call of calls) {
    const { data } = await api.conversations.list({ query: { agent_id, caller: call.caller } });
    if (data.length > 0) continue;
    const audio = call.recording === undefined ? undefined : await recordingOf(call.recording);
    for (const event of eventsOf({ ...call, provider, agent_id: provider_agent_id }, audio)) {
      const body = JSON.stringify(event);
      const headers = {
        'content-type': 'application/json',
        ...signatureOf(provider, demoSecret(provider), body),
      };
      const response = await send(webhook_url, { method: 'POST', headers, body });
      if (!response.ok) throw new Error(`A webhook of ${provider} was refused: ${await response.text()}`);
    }
  }
};

export interface Demo {
  /** The organization at the top. */
  readonly reseller: string;
  /** A conversation with a recording. */
  readonly conversation: string;
  readonly conversations: number;
}

export const fillDemo = async (
  { base_url, api_key }: PlatformDescription,
  send: typeof fetch = fetch,
): Promise<Demo> => {
  const api = createClient({ baseUrl: base_url, apiKey: api_key, fetch: send });
  const organisations: Ids = new Map();
  await fillOrganisation(api, reseller, null, organisations);
  const agentIds = await fillAgents(api, organisations);

  const ids: Ids = new Map();
  for (const dialogue of dialogues) {
    const { key, agent, organisation, recording } = dialogue;
    const id = await recordOnce(
      api,
      dialogue,
      agentIds.get(agent) ?? '',
      organisations.get(organisation) ?? '',
    );
    if (recording) await uploadOnce(api, id, key, send);
    ids.set(key, id);
  }
  for (const integration of integrations) {
    const organisation = organisations.get(integration.organisation) ?? '';
    await fillIntegration(api, integration, organisation, agentIds.get(integration.agent) ?? '', send);
  }
  return {
    reseller: organisations.get(reseller.name) ?? '',
    conversation: ids.get('reschedule') ?? '',
    conversations: ids.size + integrations.flatMap(({ calls }) => calls).length,
  };
};
