import { describe, expect, test } from 'vitest';
import { newId } from '#lib/domain/ids.ts';
import {
  newAgent,
  organization,
  platform,
  providerAccount,
  refusalOf,
  suspend,
  usersOf,
} from './fixtures.ts';
import { billedOrganization, monthFromNow } from './support/billing.ts';
import { connect } from './support/connected.ts';
import { eventually } from './support/eventually.ts';
import { changeIntegration } from './support/integrations.ts';
import { preparedCall } from './support/outbound-calls.ts';

type Api = Awaited<ReturnType<typeof organization>>['api'];

interface CalledAgent {
  readonly agent_id: string;
  readonly integration_id: string;
}

const callsOf = [
  [
    'A placed call',
    'dialed',
    ({ calls }: Api, { agent_id, integration_id }: CalledAgent) =>
      calls.create({ params: { agent_id }, body: { integration_id, to: '+14155550123' } }),
  ],
  [
    'A call from a page',
    'joined',
    ({ webCalls }: Api, { agent_id, integration_id }: CalledAgent) =>
      webCalls.create({ params: { agent_id }, body: { integration_id } }),
  ],
] as const;

describe.for(callsOf)('%s', ([, collection, call]) => {
  const prepared = async (provider: 'vapi' | 'retell' | 'elevenlabs') => {
    const { org, agent, account, integration } = await preparedCall(provider);
    const called = { agent_id: agent.id, integration_id: integration.id };
    const refusal = (more: Partial<CalledAgent> = {}, { api } = org) =>
      refusalOf(call(api, { ...called, ...more }));
    const begun = async () => Object.values((await account.look()).collections[collection] ?? {});
    return { org, integration, called, refusal, begun };
  };

  test('needs an agent and an account that belong together, of the organization', async () => {
    const { org, called, refusal, begun } = await prepared('vapi');
    const undeployed = await newAgent(org, 'Other');
    expect(await refusal({ agent_id: undeployed.id })).toBe('409 agent_not_deployed');
    expect(await refusal({ agent_id: newId('agent') })).toBe('404 agent_not_found');
    const other = await prepared('vapi');
    const { agent_id, integration_id } = other.called;
    expect(await refusal({ integration_id })).toBe('404 integration_not_found');
    expect(await refusal({ agent_id })).toBe('404 agent_not_found');
    expect(await refusal(called, await organization())).toBe('404 agent_not_found');
    // The key reaches an account of an organization below, which is not for agents above.
    const below = await organization(org);
    const agent = await newAgent(below);
    const { id } = await connect(below, 'vapi', { agent_there: agent.id });
    expect(await refusal({ integration_id: id })).toBe('404 integration_not_found');
    expect([...(await begun()), ...(await other.begun())]).toEqual([]);
  });

  test('needs an integration that is not disabled and has a key', async () => {
    const { org, integration, refusal, begun } = await prepared('retell');
    await changeIntegration(org, integration, { status: 'disabled' });
    expect(await refusal()).toBe('409 integration_disabled');
    const params = { integration_id: integration.id };
    const { agents } = await org.api.integrations.get({ params });
    await org.api.integrations.replace({ params, body: { name: 'Without a key', api_key: null, agents } });
    expect(await refusal()).toBe('409 integration_without_key');
    expect(await begun()).toEqual([]);
  });

  test('needs an organization that is not suspended', async () => {
    const { org, refusal, begun } = await prepared('elevenlabs');
    await suspend(org);
    expect(await refusal()).toBe('409 client_suspended');
    expect(await begun()).toEqual([]);
  });

  test('needs minutes in a plan that stops at its limit', async () => {
    const plan = { included_minutes: 1, at_limit: 'stop' as const };
    const {
      reseller,
      client,
      params,
      plan_id,
      call: report,
    } = await billedOrganization(usersOf(platform), plan);
    await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date: monthFromNow(0) } });
    const { agent_id } = await report(60_000);
    const { apiKey: api_key } = providerAccount(`key-of-${client.client.id}`);
    const { id } = await connect(client, 'vapi', { agent_there: agent_id }, { api_key });
    await eventually(async () => {
      const called = call(client.api, { agent_id, integration_id: id });
      expect(await refusalOf(called)).toBe('409 usage_limit_reached');
    });
  });
});
