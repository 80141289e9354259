import { expect } from 'vitest';
import type { LineOptions, PhoneLine } from '#lib/local/phone-line.ts';
import { callNumber, lineSignature, newLineAccount } from '#lib/local/phone-line.ts';
import type { Organization } from '../fixtures.ts';
import { organization, providerAccount } from '../fixtures.ts';
import { eventually } from './eventually.ts';

/* Calls at Twilio, from the signed form to the transcript. A line plays Twilio by its documents. */

/** The number that an agent answers, and that of a caller. */
export const numbers = { to: '+441632960999', from: '+441632960123' } as const;

type AgentFields = Partial<Parameters<Organization['api']['agents']['create']>[0]['body']>;

/**
 * An organization with an account at Twilio, and an agent that answers its number: its own one, or that of an
 * organization below.
 */
export const phoneOf = async (fields: AgentFields = {}, org?: Organization, below?: Organization) => {
  const owner = org ?? (await organization());
  const account = newLineAccount();
  const agent = await (below ?? owner).api.agents.create({
    body: { name: 'Pia', first_message: 'Hello, this is Pia.', prompt: 'You are Pia.', ...fields },
  });
  const { account_id, auth_token: api_key } = account;
  const agents = [{ provider_agent_id: numbers.to, agent_id: agent.id }];
  const integration = await owner.api.integrations.create({
    body: { provider: 'twilio', name: 'Phone', account_id, api_key, agents },
  });
  const call = (more: Partial<LineOptions> = {}): Promise<PhoneLine> =>
    callNumber({ voice_url: integration.webhook_url, ...account, ...numbers, ...more });
  const conversations = async () =>
    (await owner.api.conversations.list({ query: { agent_id: agent.id } })).data;
  const turns = async () => {
    const [{ id: conversation_id } = { id: '' }] = await conversations();
    return (await owner.api.transcripts.get({ params: { conversation_id } })).data;
  };
  return { org: owner, agent, account, integration, call, conversations, turns };
};

type Phone = Awaited<ReturnType<typeof phoneOf>>;

/** A call that Twilio has been asked to place for an agent, and its form. */
export const placedCall = async (
  { org: { api }, agent, account, integration }: Phone,
  variables: Readonly<Record<string, string>> = {},
) => {
  const carrier = providerAccount(account.auth_token);
  await carrier.plan({ collections: { numbers: { PN1: { sid: 'PN1', phone_number: numbers.to } } } });
  const body = { integration_id: integration.id, to: numbers.from, variables };
  const { id } = await api.calls.create({ params: { agent_id: agent.id }, body });
  const form = await eventually(async () => {
    const calls = Object.values((await carrier.look()).collections.calls ?? {}) as Record<string, string>[];
    const asked = calls.find(({ Url }) => Url?.includes(id));
    expect(asked).toBeDefined();
    return asked as Record<string, string>;
  });
  const read = () => api.conversations.get({ params: { conversation_id: id } });
  return { id, form, read };
};

/** Answers a call that an agent has placed, as the person who is called. */
export const answerPlaced = (
  { account }: Pick<Phone, 'account'>,
  form: Readonly<Record<string, string>>,
  more: Partial<LineOptions> = {},
): Promise<PhoneLine> =>
  callNumber({
    ...{ voice_url: String(form.Url), ...account, call_id: String(form.sid) },
    ...{ from: numbers.to, to: numbers.from, direction: 'outbound-api', ...more },
  });

/** Reports the state of a placed call, as its account signs it. */
export const reportStatus = async (
  { account_id: AccountSid, auth_token }: Phone['account'],
  { StatusCallback, sid }: Readonly<Record<string, string>>,
  CallStatus: string,
): Promise<number> => {
  const url = String(StatusCallback);
  const fields = { AccountSid, CallSid: String(sid), CallStatus };
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'x-twilio-signature': lineSignature(auth_token, url, fields) },
    body: new URLSearchParams(fields),
  });
  return response.status;
};

export const disclosure = 'You are speaking with an AI assistant.';

/** Posts a form that the account has signed to one of the addresses of its calls, and returns its refusal. */
export const postForm = async (
  { account, integration }: Pick<Awaited<ReturnType<typeof phoneOf>>, 'account' | 'integration'>,
  path: `${'' | '/ended' | '/status' | '/recording'}${'' | `?${string}`}`,
  id = integration.id,
  more: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const url = `${integration.webhook_url.replace(integration.id, id)}${path}`;
  const fields = { AccountSid: account.account_id, CallSid: 'CA00000000000000000000000000000001', ...more };
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'x-twilio-signature': lineSignature(account.auth_token, url, fields) },
    body: new URLSearchParams(fields),
  });
  const text = await response.text();
  return response.ok ? 'done' : `${response.status} ${(JSON.parse(text) as { code: string }).code}`;
};

/** Does the scheduled work of a call. Returns whether it has ended. */
export const tendCall = async (id: string) => {
  const { tendChat } = await import('#lib/chats/tend-chat.ts');
  const { readConversation } = await import('#lib/conversations/conversations.ts');
  const record = await readConversation(id);
  return record && tendChat(record, Date.now());
};
