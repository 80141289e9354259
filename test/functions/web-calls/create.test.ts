import { expect, test } from 'vitest';
import type { ProviderName } from '#lib/contract/integrations.ts';
import { providerNames } from '#lib/contract/integrations.ts';
import { keyOf } from '#lib/store/keys.ts';
import { injectFault, operator, platform } from '../../fixtures.ts';
import { conversationsOf, deliver, newCall, settled } from '../../support/connected.ts';
import { overtaken } from '../../support/fault-proxy.ts';
import { preparedWebCall } from '../../support/outbound-calls.ts';
import { tableOf } from '../../support/table.ts';
import type { Organization } from '../../support/users.ts';

const variables = { practice: 'Harbor Dental' };

/** The part of the answer with which a page joins at each provider, and for how many seconds it may. */
const joining: Readonly<Record<ProviderName, readonly [object, number]>> = {
  elevenlabs: [
    { call_id: null, url: expect.stringMatching(/^wss:/) as string, token: null, variables },
    15 * 60,
  ],
  vapi: [{ url: expect.stringMatching(/^https:/) as string, token: null, variables: {} }, 15],
  retell: [{ url: null, token: expect.stringMatching(/^token-of-/) as string, variables: {} }, 30],
};

/** The conversations of an organization, with what a call of a page may change of them. */
const callsOf = async (org: Organization) =>
  (await conversationsOf(org)).map(({ id, status, channel, provider }) => ({
    id,
    status,
    channel,
    call_id: provider?.conversation_id,
  }));

/** Posts what a provider reports about a call that a page has joined. */
const report = async (integration: Parameters<typeof deliver>[0], call_id?: string | null) => {
  const said = newCall(integration.provider as ProviderName, 'agent_there');
  const reported = call_id ?? said.conversation_id;
  const events = JSON.stringify(said.events).replaceAll(said.conversation_id, reported);
  for (const payload of JSON.parse(events) as unknown[]) await deliver(integration, payload);
  return reported;
};

test.for(providerNames)(
  '%s lets a page join a call, of which there is one conversation',
  async (provider) => {
    const { org, account, integration, webCall, joined } = await preparedWebCall(provider);
    const earliest = Date.now();
    const answer = await webCall({ variables });
    const [needed, seconds] = joining[provider];
    expect(answer).toMatchObject({ provider, ...needed });
    const until = Date.parse(answer.expires_at) - seconds * 1000;
    expect(until).toBeGreaterThanOrEqual(earliest);
    expect(until).toBeLessThanOrEqual(Date.now());
    expect(JSON.stringify(answer)).not.toContain(account.apiKey);
    const [asked, ...more] = await joined();
    expect(more).toEqual([]);
    const sent = JSON.stringify(asked);
    expect(sent).toContain('agent_there');
    expect(sent.includes(variables.practice)).toBe(provider !== 'elevenlabs');

    const { call_id, conversation_id } = answer;
    const begun = { id: conversation_id, status: 'active', channel: 'web', call_id };
    // A signed URL of ElevenLabs does not name the call that it opens.
    expect([call_id, conversation_id].includes(null)).toBe(provider === 'elevenlabs');
    expect(await callsOf(org)).toEqual(conversation_id ? [begun] : []);
    const reported = await report(integration, call_id);
    await settled(org, integration);
    const [call, ...others] = await callsOf(org);
    expect(call).toMatchObject({ status: 'completed', call_id: reported });
    expect(others).toEqual([]);
    if (conversation_id) expect(call?.id).toBe(conversation_id);
  },
);

test('each request begins a call and a conversation of its own', async () => {
  const { org, integration, webCall } = await preparedWebCall('retell');
  const [one, other] = [await webCall(), await webCall()];
  await report(integration, one.call_id);
  await settled(org, integration);
  expect((await callsOf(org)).toSorted((a, b) => a.id.localeCompare(b.id))).toMatchObject([
    { id: one.conversation_id, status: 'completed' },
    { id: other.conversation_id, status: 'active' },
  ]);
});

test('a call that somebody above begins is recorded by the account that holds it', async () => {
  const { org, agent, integration } = await preparedWebCall('vapi');
  const { call_id, conversation_id } = await operator.webCalls.create({
    params: { agent_id: agent.id },
    body: { integration_id: integration.id },
  });
  await report(integration, call_id);
  await settled(org, integration);
  const params = { conversation_id: String(conversation_id) };
  expect(await org.api.conversations.get({ params })).toMatchObject({ status: 'completed' });
  expect((await org.api.transcripts.get({ params })).data).not.toEqual([]);
  await org.api.conversations.erase({ params });
  expect(await callsOf(org)).toEqual([]);
});

test('a page gets its call also if its conversation cannot be created yet', async () => {
  const { integration, webCall } = await preparedWebCall('retell');
  const contains = `provider_call#${integration.id}`;
  await injectFault({ contains, operation: 'TransactWriteItems', kind: 'throttled', times: 20 });
  const answer = await webCall();
  expect(answer).toMatchObject({ conversation_id: null, token: expect.stringMatching(/^token-of-/) });
});

test('a report that comes before the answer is about the same conversation', async () => {
  const { org, integration, webCall, joined } = await preparedWebCall('retell');
  const { conversation_id } = await overtaken(
    platform.dynamodb_endpoint,
    { contains: `provider_call#${integration.id}`, operation: 'TransactWriteItems' },
    () => webCall(),
    async () => {
      const [asked] = await joined();
      await report(integration, String(asked?.call_id));
      await settled(org, integration);
    },
  );
  expect(await callsOf(org)).toMatchObject([{ id: conversation_id, status: 'completed' }]);
});

test('a call that is erased before it is reported is known as erased, so that no report restores it', async () => {
  const { org, integration, webCall } = await preparedWebCall('vapi');
  const { call_id, conversation_id } = await webCall();
  await org.api.conversations.erase({ params: { conversation_id: String(conversation_id) } });
  const known = await tableOf(platform).get(keyOf('provider_call', integration.id, String(call_id)));
  expect(known).toMatchObject({ conversation_id });
  expect(await callsOf(org)).toEqual([]);
});
