import { expect, test } from 'vitest';
import type { ProviderName } from '#lib/contract/integrations.ts';
import { providerNames } from '#lib/contract/integrations.ts';
import { conversationsOf, deliver, newCall, settled } from '../../support/connected.ts';
import { preparedWebCall } from '../../support/outbound-calls.ts';

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

test.for(providerNames)('%s lets a page join a call, which appears when it is reported', async (provider) => {
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
  expect(await conversationsOf(org)).toEqual([]);

  const said = newCall(provider, 'agent_there');
  const call_id = answer.call_id ?? said.conversation_id;
  const events = JSON.stringify(said.events).replaceAll(said.conversation_id, call_id);
  for (const payload of JSON.parse(events) as unknown[]) await deliver(integration, payload);
  await settled(org, integration);
  expect(await conversationsOf(org)).toMatchObject([
    { status: 'completed', provider: { name: provider, conversation_id: call_id } },
  ]);
});
