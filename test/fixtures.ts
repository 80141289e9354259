import { createHash } from 'node:crypto';
import { expect, inject as provided, vi } from 'vitest';
import type { Client } from '#lib/client.ts';
import { ApiProblem, createClient } from '#lib/client.ts';
import type { Agent } from '#lib/contract/agents.ts';
import type { Client as ClientEntity, ClientType } from '#lib/contract/clients.ts';
import type { Conversation } from '#lib/contract/conversations.ts';
import type { Scope } from '#lib/contract/route.ts';
import { scopes } from '#lib/contract/route.ts';
import { hashSecret } from '#lib/domain/api-key.ts';
import type { PlatformDescription } from '#lib/local/platform.ts';
import type { Fault } from './support/fault-proxy.ts';
import { inject } from './support/fault-proxy.ts';

export interface Organisation {
  readonly client: ClientEntity;
  /** A key of the organisation with every scope. */
  readonly key: string;
  readonly api: Client;
}

/** What tests need of a platform. */
export const usersOf = (description: Pick<PlatformDescription, 'base_url' | 'api_key'>) => {
  const clientFor = (apiKey?: string): Client =>
    createClient({ baseUrl: description.base_url, ...(apiKey && { apiKey }) });

  /** The operator: reaches everything. */
  const operator = clientFor(description.api_key);

  /** Makes a key of an organisation, or of the platform. */
  const makeKey = async (clientId?: string, allowed: readonly Scope[] = scopes): Promise<string> => {
    const { key } = await operator.apiKeys.create({
      body: { name: 'Test', scopes: [...allowed], ...(clientId && { client_id: clientId }) },
    });
    return key;
  };

  /** An organisation of its own for one test: nothing that other tests do can be seen in it. */
  const organisation = async (
    parent?: Organisation | ClientEntity,
    type: ClientType = parent ? 'subcompany' : 'client',
    more: Partial<Pick<ClientEntity, 'settings'>> = {},
  ): Promise<Organisation> => {
    const above = parent && ('client' in parent ? parent.client : parent);
    const client = await operator.clients.create({
      body: { name: `Test ${type}`, type, parent_id: above?.id ?? null, ...more },
    });
    const key = await makeKey(client.id);
    return { client, key, api: clientFor(key) };
  };

  return { clientFor, operator, makeKey, organisation };
};

/** The platform that all tests share, unless they start one of their own. */
export const platform = provided('platform');

export const { clientFor, operator, makeKey, organisation } = usersOf(platform);

/** Stops everything new in an organisation and below it. */
export const suspend = ({ client: { id, name } }: Organisation): Promise<ClientEntity> =>
  operator.clients.replace({ params: { client_id: id }, body: { name, status: 'suspended' } });

export const newAgent = (org: Organisation, name = 'Reception'): Promise<Agent> =>
  operator.agents.create({ body: { client_id: org.client.id, name } });

type ConversationBody = Parameters<Client['conversations']['create']>[0]['body'];

/** A conversation of an agent that is made for it. */
export const newConversation = async (
  org: Organisation,
  body: Partial<ConversationBody> = {},
): Promise<Conversation> => {
  const agent_id = body.agent_id ?? (await newAgent(org)).id;
  return org.api.conversations.create({ body: { ...body, agent_id } });
};

/** The problem that a call ends with. */
export const problemOf = async (call: Promise<unknown>): Promise<ApiProblem> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiProblem) return error;
    throw error;
  }
  throw new Error('It was not refused');
};

/** The status and code that a call ends with, such as `404 agent_not_found`. */
export const refusalOf = async (call: Promise<unknown>): Promise<string> => {
  const { status, code } = await problemOf(call);
  return `${status} ${code}`;
};

/** A well-formed id that was never given out. */
export const unknownId = (prefix: string): string => `${prefix}_01kag3x5ntfyxs4v4yh2m8q9ab`;

/** Lets DynamoDB fail for whatever contains a text. */
export const injectFault = (fault: Fault): Promise<void> => inject(platform.dynamodb_endpoint, fault);

/** Lets every read of a key's own record fail. */
export const injectFaultForKey = (key: string, kind: Fault['kind']): Promise<void> =>
  injectFault({ contains: hashSecret(key), kind });

/** The text that the record of an Idempotency-Key has in its key. */
export const idempotencyHash = (key: string): string => createHash('sha256').update(key).digest('base64url');

interface UploadLink {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
}

/** Sends a recording to the link it was given, with exactly the headers it was told. */
export const upload = ({ url, method, headers }: UploadLink, body: Buffer): Promise<Response> =>
  fetch(url, { method, headers, body: new Uint8Array(body) });

/** The conversation, once its recording has arrived. */
export const available = async (org: Organisation, conversation_id: string): Promise<Conversation> => {
  const read = () => org.api.conversations.get({ params: { conversation_id } });
  return vi.waitFor(
    async () => {
      const conversation = await read();
      expect(conversation.audio.status).toBe('available');
      return conversation;
    },
    { timeout: 30_000 },
  );
};
