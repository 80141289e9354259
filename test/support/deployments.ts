import type { ProviderName } from '#lib/contract/integrations.ts';
import { platform, providerAccount, usersOf } from '../fixtures.ts';

/** An agent that has everything, and an account at a provider. */
export const preparedDeployment = async (
  provider: ProviderName,
  more: Record<string, unknown> = {},
  { operator, organization } = usersOf(platform),
) => {
  const org = await organization();
  const account = providerAccount(`key-of-${org.client.id}`);
  const agent = await operator.agents.create({
    body: {
      client_id: org.client.id,
      name: 'Mia of Harbor Dental',
      prompt: 'You are Mia.',
      first_message: 'Good morning.',
      language: 'de',
      voice_id: 'voice_1',
      voice: { provider: 'elevenlabs', speed: 1.1 },
      personality: { tone: 'warm', traits: ['patient'] },
      model: { id: 'gpt-4.1', temperature: 0.3, max_tokens: 300 },
      tools: [
        {
          name: 'find_slots',
          description: 'Finds free slots',
          parameters: { type: 'object', properties: { week: { type: 'string' } }, required: ['week'] },
        },
      ],
      ...more,
    },
  });
  const params = { agent_id: agent.id };
  await org.api.documents.create({ params, body: { name: 'Prices', text: 'A cleaning is 90 dollars.' } });
  const body = { provider, name: provider, api_key: account.apiKey };
  const integration = await org.api.integrations.create({ body });
  const deploy = (rest: object = {}) =>
    org.api.deployments.create({ params, body: { integration_id: integration.id, ...rest } });
  const collections = async () => (await account.look()).collections;
  const agents = async () => Object.values((await collections()).agents ?? {});
  return { org, account, agent, params, integration, deploy, collections, agents };
};

/** The requests by which a deployment makes something at each provider. */
export const creates: Readonly<Record<ProviderName, readonly string[]>> = {
  elevenlabs: [
    'POST /v1/workspace/webhooks',
    'POST /v1/convai/tools',
    'POST /v1/convai/knowledge-base/text',
    'POST /v1/convai/agents/create',
  ],
  vapi: ['POST /assistant'],
  retell: ['POST /create-knowledge-base', 'POST /create-retell-llm', 'POST /create-agent'],
};
