import { createHash } from 'node:crypto';
import { expect, inject as provided } from 'vitest';
import type { Agent } from '#lib/contract/agents.ts';
import type { Client as ClientEntity } from '#lib/contract/clients.ts';
import type { Conversation } from '#lib/contract/conversations.ts';
import { hashSecret } from '#lib/domain/keys/api-key.ts';
import type { Client } from '#lib/local/client.ts';
import { ApiProblem } from '#lib/local/client.ts';
import { eventually } from './support/eventually.ts';
import type { Fault } from './support/fault-proxy.ts';
import { injectUncounted } from './support/fault-proxy.ts';
import { accountAt } from './support/provider-servers/account.ts';
import { whileRemembered } from './support/remembered.ts';
import type { Organization } from './support/users.ts';
import { usersOf } from './support/users.ts';

export type { Organization } from './support/users.ts';
export { upload, usersOf } from './support/users.ts';

/** The platform that all tests share, unless they start one of their own. */
export const platform = provided('platform');

export const { clientFor, operator, makeKey, organization } = usersOf(platform);

/** Stops everything new in an organization and below it. */
export const suspend = ({ client: { id, name } }: Organization): Promise<ClientEntity> =>
  operator.clients.replace({ params: { client_id: id }, body: { name, status: 'suspended' } });

/** Ends a suspension. */
export const resume = ({ client: { id, name } }: Organization): Promise<ClientEntity> =>
  operator.clients.replace({ params: { client_id: id }, body: { name, status: 'active' } });

export const newAgent = (org: Organization, name = 'Reception'): Promise<Agent> =>
  operator.agents.create({ body: { client_id: org.client.id, name } });

type ConversationBody = Parameters<Client['conversations']['create']>[0]['body'];

/** A conversation of an agent that is made for it. */
export const newConversation = async (
  org: Organization,
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

/** The units that a request reads and writes once its function knows the key. */
export const costOf = (
  org: Organization,
  ask: (api: Client) => Promise<{ readonly response: Response }>,
): Promise<string | undefined> =>
  whileRemembered(
    () => makeKey(org.client.id),
    async (key) => {
      const api = clientFor(key);
      await ask(api);
      const { response } = await ask(api);
      return /desc="(.*)"/.exec(response.headers.get('server-timing') ?? '')?.[1];
    },
  );

/** A well-formed id that was never given out. */
export const unknownId = (prefix: string): string => `${prefix}_01kag3x5ntfyxs4v4yh2m8q9ab`;

/** Lets DynamoDB fail for whatever contains a text. */
export const injectFault = (fault: Fault): Promise<void> =>
  injectUncounted(platform.dynamodb_endpoint, fault);

/** Lets every read of a key's own record fail. */
export const injectFaultForKey = (key: string, kind: Fault['kind']): Promise<void> =>
  injectFault({ contains: hashSecret(key), kind });

/** The text that the record of an Idempotency-Key has in its key. */
export const idempotencyHash = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** The conversation, once its recording has arrived. */
export const available = async (org: Organization, conversation_id: string): Promise<Conversation> => {
  const read = () => org.api.conversations.get({ params: { conversation_id } });
  return eventually(async () => {
    const conversation = await read();
    expect(conversation.audio.status).toBe('available');
    return conversation;
  });
};

/** The account at every provider that an API key opens, where the shared platform asks for it. */
export const providerAccount = accountAt(provided('providerServers'));
