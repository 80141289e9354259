import { expect, test } from 'vitest';
import type { ProviderName } from '#lib/contract/integrations.ts';
import { providerNames } from '#lib/contract/integrations.ts';
import { keyOf } from '#lib/store/keys.ts';
import { injectFault, operator, platform } from '../../fixtures.ts';
import { conversationsOf, deliver, newCall, settled } from '../../support/connected.ts';
import { eventually } from '../../support/eventually.ts';
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

/** The report with which a provider ends a call of a page that nobody has joined. */
const unjoined = (provider: 'vapi' | 'retell', call_id: string): Readonly<Record<string, unknown>> => {
  const said = newCall(provider, 'agent_there');
  const last = JSON.parse(
    JSON.stringify(said.events.at(-1)).replaceAll(said.conversation_id, call_id),
  ) as Record<'call' | 'message', Record<string, unknown>>;
  return provider === 'retell'
    ? {
        ...last,
        call: {
          ...last.call,
          call_type: 'web_call',
          call_status: 'error',
          disconnection_reason: 'error_user_not_joined',
          transcript_with_tool_calls: [],
          call_analysis: { call_successful: false, user_sentiment: 'Negative' },
        },
      }
    : {
        ...last,
        message: {
          ...last.message,
          call: { ...(last.message.call as object), type: 'webCall' },
          endedReason: 'call.in-progress.error-assistant-did-not-receive-customer-audio',
          artifact: {},
          analysis: { successEvaluation: 'false' },
        },
      };
};

test.for(['vapi', 'retell'] as const)(
  'a call that nobody joins is no failure, if %s reports it',
  async (provider) => {
    const { org, integration, webCall } = await preparedWebCall(provider);
    await operator.clients.update({
      params: { client_id: org.client.id },
      body: { settings: { analysis: { enabled: true } } },
    });
    const analyzerOf = (when: object) => {
      const criteria = [{ name: 'long', kind: 'duration' as const, op: 'gte' as const, value: 1 }];
      return org.api.analyzers.create({
        body: { name: 'Length', criteria, when: { min_turns: 0, min_duration_ms: 0, ...when } },
      });
    };
    const [any, asked] = [await analyzerOf({}), await analyzerOf({ end_reasons: ['not_joined'] })];
    const { call_id, conversation_id } = await webCall();
    await deliver(integration, unjoined(provider, String(call_id)));
    await settled(org, integration);
    const params = { conversation_id: String(conversation_id) };
    expect(await org.api.conversations.get({ params })).toMatchObject({
      status: 'completed',
      end_reason: 'not_joined',
      duration_ms: 0,
      ...{ outcome: null, sentiment: null, quality: null },
    });
    const analysisBy = ({ id: analyzer_id }: typeof any) =>
      eventually(() => org.api.analyses.get({ params: { ...params, analyzer_id } }));
    expect(await analysisBy(any)).toMatchObject({ status: 'skipped', condition: 'end_reasons' });
    expect(await analysisBy(asked)).toMatchObject({ status: 'completed' });
    const { total } = await org.api.conversations.summary({
      query: { interval: 'total', start_after: '2026-06-17', start_before: '2026-06-18' },
    });
    expect(total).toMatchObject({ conversations: 1, completed: 1, failed: 0, duration_ms: { sum: 0 } });
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
