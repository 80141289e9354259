import type { CallInput } from '#lib/contract/calls.ts';
import type { Conversation } from '#lib/contract/conversations.ts';
import type { ProviderName } from '#lib/contract/integrations.ts';
import { platform, providerAccount, usersOf } from '../fixtures.ts';
import { connect } from './connected.ts';
import type { Plan } from './provider-servers/index.ts';
import type { Users } from './users.ts';

const own = '+12025550100';

const numberOf: Readonly<Record<ProviderName, object>> = {
  elevenlabs: { phone_number_id: 'phone_1', phone_number: own },
  vapi: { id: 'phone_1', number: own },
  retell: { phone_number: own },
};

export const dialPath: Readonly<Record<ProviderName, string>> = {
  elevenlabs: 'POST /v1/convai/twilio/outbound-call',
  vapi: 'POST /call',
  retell: 'POST /v2/create-phone-call',
};

/** An agent that is mapped to one of a provider’s, and what it takes to let a page talk with it. */
export const preparedWebCall = async (
  provider: ProviderName,
  plans: readonly Plan[] = [],
  users: Users = usersOf(platform),
) => {
  const prepared = await preparedCall(provider, plans, users);
  const { org, agent, account, integration } = prepared;
  const webCall = ({
    agent_id = agent.id,
    ...body
  }: {
    readonly agent_id?: string;
    readonly integration_id?: string;
    readonly variables?: Record<string, string>;
  } = {}) =>
    org.api.webCalls.create({ params: { agent_id }, body: { integration_id: integration.id, ...body } });
  const joined = async () => Object.values((await account.look()).collections.joined ?? {});
  return { ...prepared, webCall, joined };
};

/** An agent that is mapped to one of a provider’s, and what it takes to let the provider call somebody. */
export const preparedCall = async (
  provider: ProviderName,
  plans: readonly Plan[] = [],
  { organization } = usersOf(platform),
) => {
  const org = await organization();
  const agent = await org.api.agents.create({ body: { name: 'Reception' } });
  const account = providerAccount(`key-of-${org.client.id}`);
  await account.plan({ collections: { numbers: { phone_1: { ...numberOf[provider] } } }, plans });
  const integration = await connect(org, provider, { agent_there: agent.id }, { api_key: account.apiKey });
  const params = { agent_id: agent.id };
  const body = {
    integration_id: integration.id,
    to: '+14155550123',
    variables: { practice: 'Harbor Dental' },
  };
  const call = (more: Partial<CallInput> = {}) =>
    org.api.calls.create({ params, body: { ...body, ...more } });
  const repeatable = async (): Promise<Conversation> => {
    const response = await fetch(`${platform.base_url}/v1/agents/${agent.id}/calls`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${org.key}`,
        'content-type': 'application/json',
        'idempotency-key': 'once',
      },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Conversation;
  };
  const dialed = async () => Object.values((await account.look()).collections.dialed ?? {});
  const read = (conversation_id: string) => org.api.conversations.get({ params: { conversation_id } });
  return { org, agent, account, integration, call, repeatable, dialed, read };
};
