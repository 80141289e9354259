import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { Conversation } from '#lib/contract/conversations.ts';
import type { IntegrationEventItem } from '#lib/contract/integration-events.ts';
import type { Integration, ProviderName } from '#lib/contract/integrations.ts';
import { eventually } from './eventually.ts';
import type { ProviderCall } from './provider-calls.ts';
import { callsOf } from './provider-calls.ts';
import { postEvent } from './provider-webhooks.ts';
import type { Organization } from './users.ts';

/** The secret with which all integrations of tests sign. */
export const webhookSecret = 'a-webhook-secret-of-a-test';

const newId = (kind: string): string => `${kind}_${randomBytes(8).toString('hex')}`;

/** A call of a provider that nobody else has. */
export const newCall = (provider: ProviderName, agent_id = newId('agent')): ProviderCall => {
  const calls = callsOf({ conversation_id: newId('call'), agent_id });
  return calls.find((call) => call.provider === provider) as ProviderCall;
};

export const connect = (
  org: Organization,
  provider: ProviderName,
  mapping: Readonly<Record<string, string>> = {},
  more: { readonly api_key?: string } = {},
): Promise<Integration> =>
  org.api.integrations.create({
    body: {
      provider,
      name: provider,
      webhook_secret: webhookSecret,
      agents: Object.entries(mapping).map(([provider_agent_id, agent_id]) => ({
        provider_agent_id,
        agent_id,
      })),
      ...more,
    },
  });

/** Posts an event as its provider would, and looks whether it is taken. */
export const deliver = async (
  integration: Pick<Integration, 'webhook_url' | 'provider'>,
  payload: unknown,
): Promise<void> => {
  const response = await postEvent(integration, webhookSecret, payload);
  expect([response.status, await response.text()]).toEqual([200, '{}']);
};

export const eventsOf = async (
  org: Organization,
  { id: integration_id }: Pick<Integration, 'id'>,
): Promise<IntegrationEventItem[]> => {
  const { data } = await org.api.integrationEvents.list({
    params: { integration_id },
    query: { limit: '100' },
  });
  return data;
};

/** The events of an integration, once each is as it is to be; all are processed if nothing else is said. */
export const settled = (
  org: Organization,
  integration: Pick<Integration, 'id'>,
  isSettled: (event: IntegrationEventItem) => boolean = ({ status }) => status === 'processed',
): Promise<IntegrationEventItem[]> =>
  eventually(async () => {
    const events = await eventsOf(org, integration);
    expect(events.filter((event) => !isSettled(event))).toEqual([]);
    return events;
  });

/** The whole conversations of an organization. */
export const conversationsOf = async (org: Organization): Promise<Conversation[]> => {
  const { data } = await org.api.conversations.list({ query: { limit: '100' } });
  return Promise.all(data.map(({ id }) => org.api.conversations.get({ params: { conversation_id: id } })));
};
