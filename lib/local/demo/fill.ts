import { forEachConcurrently } from '#lib/store/concurrently.ts';
import type { Client } from '../client.ts';
import { createClient } from '../client.ts';
import type { PlatformDescription } from '../platform.ts';
import type { DemoAgent } from './agents.ts';
import { agents } from './agents.ts';
import type { DemoIntegration } from './calls.ts';
import { integrations } from './calls.ts';
import { dialogues, recordingOf } from './dialogues.ts';
import { history } from './history.ts';
import { fillLife } from './life.ts';
import { bodyOf, findByName, recordOnce, uploadOnce } from './once.ts';
import type { DemoOrganization } from './organizations.ts';
import { reseller } from './organizations.ts';
import { phoneCalls, recordPhoneCalls } from './phone-calls.ts';
import { plans } from './plans.ts';
import { eventsOf, signatureOf } from './provider-calls.ts';
import { recordHistory } from './record-history.ts';
import { spokenCalls } from './spoken-calls.ts';

/*
 * Fills a platform with demonstration data through its API, except for three months of calls
 * (record-history.ts). Existing entities are found by their name or their provider's id, so a second start
 * creates no duplicates and completes an interrupted one.
 */

type Ids = Map<string, string>;

const fillOrganization = async (
  api: Client,
  { below = [], ...body }: DemoOrganization,
  parent_id: string | null,
  ids: Ids,
): Promise<void> => {
  const query = { name: body.name, type: body.type, ...(parent_id && { parent_id }) };
  const id =
    (await findByName(api.clients.list.all({ query }), body.name)) ??
    (await api.clients.create({ body: { ...body, parent_id } })).id;
  ids.set(body.name, id);
  for (const organization of below) await fillOrganization(api, organization, id, ids);
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

const fillAgents = async (api: Client, organizations: Ids): Promise<Ids> => {
  const ids: Ids = new Map();
  for (const [key, { organization, documents = [], ...body }] of Object.entries<DemoAgent>(agents)) {
    const client_id = organizations.get(organization) ?? '';
    const query = { client_id, name: body.name };
    const id =
      (await findByName(api.agents.list.all({ query }), body.name)) ??
      (await api.agents.create({ body: { ...body, client_id } })).id;
    await fillDocuments(api, id, documents);
    ids.set(key, id);
  }
  return ids;
};

/** Only the demonstration signs with this secret, and only on one machine. */
const demoSecret = (provider: string): string => `secret-of-the-demo-${provider}`;

/**
 * Connects an account, and posts its calls as the provider would. A repeated start skips calls that an
 * earlier one has posted.
 */
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

const subscribe = async (api: Client, resellerId: string, organizations: Ids): Promise<void> => {
  const start = new Date();
  start.setUTCMonth(start.getUTCMonth() - 2, 1);
  const start_date = start.toISOString().slice(0, 10);
  for (const { plan, subscribers } of plans) {
    const plan_id =
      (await findByName(api.plans.list.all({ query: { client_id: resellerId } }), plan.name)) ??
      (await api.plans.create({ body: { ...plan, client_id: resellerId } })).id;
    for (const { organization, pack } of subscribers) {
      const params = { client_id: organizations.get(organization) ?? '' };
      await api.subscriptions.replace({ params, body: { plan_id, start_date } });
      // A repeated start does not buy a second subscription.
      const idempotencyKey = `demo ${params.client_id}`;
      if (pack) await api.subscriptions.addPack({ params, body: pack, idempotencyKey });
    }
  }
};

/** Marks a reseller whose plans and three months of calls are complete. */
const complete = { demo: 'complete' };

const uploadsAtOnce = 4;

/** Records calls of three months, and bills the clients for them. */
const fillHistory = async (
  api: Client,
  calls: number,
  agentIds: Ids,
  organizations: Ids,
  send: typeof fetch,
): Promise<void> => {
  const resellerId = organizations.get(reseller.name) ?? '';
  const params = { client_id: resellerId };
  const { metadata } = await api.clients.get({ params });
  if (calls === 0 || metadata.demo === complete.demo) return;
  const spoken = spokenCalls();
  const ids = await recordHistory(
    [...history(Date.now(), calls), ...spoken].map((call) => ({
      agent_id: agentIds.get(call.agent) ?? '',
      client_id: organizations.get(call.organization) ?? '',
      body: bodyOf(call),
    })),
  );
  await subscribe(api, resellerId, organizations);
  await forEachConcurrently(spoken, uploadsAtOnce, async ({ key, recording }) => {
    const id = ids.get(key);
    if (id && recording) await uploadOnce(api, id, recording, send);
  });
  await api.clients.update({ params, body: { metadata: complete } });
};

export interface Demo {
  /** The root organization. */
  readonly reseller: string;
  /** A conversation with a recording. */
  readonly conversation: string;
  readonly conversations: number;
}

export interface DemoOptions {
  /** The number of calls besides the handwritten dialogues. */
  readonly calls?: number;
  readonly send?: typeof fetch;
}

export const fillDemo = async (
  { base_url, api_key }: PlatformDescription,
  { calls = 0, send = fetch }: DemoOptions = {},
): Promise<Demo> => {
  const api = createClient({ baseUrl: base_url, apiKey: api_key, fetch: send });
  // A webhook's public URL may lead through a tunnel that is not open yet.
  const post: typeof fetch = (url, init) => send(new URL(new URL(String(url)).pathname, base_url), init);
  const organizations: Ids = new Map();
  await fillOrganization(api, reseller, null, organizations);
  const agentIds = await fillAgents(api, organizations);

  const ids: Ids = new Map();
  for (const dialogue of dialogues) {
    const { key, agent, organization, recording } = dialogue;
    const id = await recordOnce(
      api,
      dialogue,
      agentIds.get(agent) ?? '',
      organizations.get(organization) ?? '',
    );
    if (recording) await uploadOnce(api, id, recording, send);
    ids.set(key, id);
  }
  for (const integration of integrations) {
    const organization = organizations.get(integration.organization) ?? '';
    await fillIntegration(api, integration, organization, agentIds.get(integration.agent) ?? '', post);
  }
  await recordPhoneCalls(agentIds, organizations);
  // Last, because the followers of hundreds of calls would delay the other requests.
  await fillHistory(api, calls, agentIds, organizations, send);
  if (calls > 0) await fillLife(api, organizations, agentIds);
  const provided = integrations.flatMap(({ calls: each }) => each).length;
  return {
    reseller: organizations.get(reseller.name) ?? '',
    conversation: ids.get('reschedule') ?? '',
    conversations: ids.size + provided + phoneCalls.length + calls + (calls > 0 ? spokenCalls().length : 0),
  };
};
