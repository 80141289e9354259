import type { LineOptions, PhoneLine } from '#lib/local/phone-line.ts';
import { callNumber, lineSignature, newLineAccount } from '#lib/local/phone-line.ts';
import type { Organization } from '../fixtures.ts';
import { organization } from '../fixtures.ts';

/* Calls at Twilio, from the signed form to the transcript. A line plays Twilio by its documents. */

/** The number that an agent answers, and that of a caller. */
export const numbers = { to: '+441632960999', from: '+441632960123' } as const;

type AgentFields = Partial<Parameters<Organization['api']['agents']['create']>[0]['body']>;

/** An organization with an account at Twilio, and an agent that answers its number. */
export const phoneOf = async (fields: AgentFields = {}, org?: Organization) => {
  const owner = org ?? (await organization());
  const account = newLineAccount();
  const agent = await owner.api.agents.create({
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

export const disclosure = 'You are speaking with an AI assistant.';

/** Posts a form that the account has signed to one of the addresses of its calls, and returns its refusal. */
export const postForm = async (
  { account, integration }: Pick<Awaited<ReturnType<typeof phoneOf>>, 'account' | 'integration'>,
  path: '' | '/ended' | '/status',
  id = integration.id,
): Promise<string> => {
  const url = `${integration.webhook_url.replace(integration.id, id)}${path}`;
  const fields = { AccountSid: account.account_id, CallSid: 'CA00000000000000000000000000000001' };
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'x-twilio-signature': lineSignature(account.auth_token, url, fields) },
    body: new URLSearchParams(fields),
  });
  const text = await response.text();
  return response.ok ? 'done' : `${response.status} ${(JSON.parse(text) as { code: string }).code}`;
};
