import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Client } from '#lib/local/client.ts';
import { newAgent, operator, organization, providerAccount, refusalOf, suspend } from '../../fixtures.ts';
import { connect } from '../../support/connected.ts';
import { changeIntegration } from '../../support/integrations.ts';
import { useUpPlan } from '../../support/test-suites.ts';

type SpeechBody = Parameters<Client['speech']['create']>[0]['body'];
type AgentBody = Partial<NonNullable<Parameters<Client['agents']['create']>[0]>['body']>;

const text = 'Good morning & welcome.';

const prepared = async (agent: AgentBody = {}, provider: 'elevenlabs' | 'vapi' = 'elevenlabs') => {
  const org = await organization();
  const account = providerAccount(`key-of-${org.client.id}`);
  const { id: integration_id } = await connect(org, provider, {}, { api_key: account.apiKey });
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Pia', ...agent } });
  const speak = (body: Partial<SpeechBody> = {}) =>
    org.api.speech.create({ params: { agent_id }, body: { text, ...body } });
  const asked = async () =>
    (await account.look()).asked.filter(({ path }) => path.startsWith('/v1/text-to-speech/'));
  return { org, account, integration_id, agent_id, speak, asked };
};

const heard = async ({ url }: { readonly url: string }) => {
  const answer = await fetch(url);
  return { type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) };
};

test('an agent is heard with its voice through an account at ElevenLabs', async () => {
  const { speak, asked, integration_id } = await prepared({
    voice_id: 'sarah',
    voice: { provider: 'elevenlabs', speed: 3 },
    language: 'de-AT',
  });
  const spoken = await speak({ integration_id });
  expect(spoken).toMatchObject({
    content_type: 'audio/mpeg',
    characters: text.length,
    voice: { provider: 'elevenlabs', voice_id: 'sarah' },
  });
  const { type, bytes } = await heard(spoken);
  expect(type).toBe('audio/mpeg');
  expect(bytes.toString()).toBe(`mp3_44100_128 sarah: ${text}`);
  expect((await asked()).map(({ path, body }) => ({ path, body }))).toEqual([
    {
      path: '/v1/text-to-speech/sarah',
      body: { text, model_id: 'eleven_flash_v2_5', language_code: 'de', voice_settings: { speed: 1.2 } },
    },
  ]);
});

test('the same text in the same voice is synthesized once, and a different text separately', async () => {
  const { org, agent_id, speak, asked, integration_id } = await prepared({ voice_id: 'sarah' });
  const [first, second] = [await speak({ integration_id }), await speak({ integration_id })];
  expect(new URL(second.url).pathname).toBe(new URL(first.url).pathname);
  expect(await asked()).toHaveLength(1);
  await org.api.agents.update({ params: { agent_id }, body: { voice_id: 'otto' } });
  expect(await speak({ integration_id })).toMatchObject({ voice: { voice_id: 'otto' } });
  const wav = await speak({ integration_id, format: 'wav' });
  expect(wav.content_type).toBe('audio/wav');
  expect((await heard(wav)).bytes.toString()).toMatch(/^wav_24000 otto/);
  expect(await asked()).toHaveLength(3);
});

test('the id of a voice cannot lead to another route of the provider', async () => {
  const { speak, account, integration_id } = await prepared({ voice_id: '../voices?x=' });
  await speak({ integration_id }).catch(() => {});
  const paths = (await account.look()).asked.map(({ path }) => path);
  expect(paths.at(-1)).toBe('/v1/text-to-speech/..%2Fvoices%3Fx%3D');
});

test('an agent that is deployed is heard through the account of its deployment', async () => {
  const { org, agent_id, integration_id, speak, asked } = await prepared();
  await org.api.deployments.create({ params: { agent_id }, body: { integration_id } });
  expect(await speak()).toMatchObject({
    voice: { provider: 'elevenlabs', voice_id: 'cjVigY5qzO86Huf0OWal' },
  });
  expect(await asked()).toMatchObject([{ body: { model_id: 'eleven_flash_v2' } }]);
  await changeIntegration(org, { id: integration_id }, { status: 'disabled' });
  expect((await speak()).voice.provider).toBe('stand_in');
});

test('without an account and a setting, a stand-in hums a WAV file and says that it is one', async () => {
  const { speak } = await prepared({ voice_id: 'sarah' });
  const spoken = await speak({ text: 'Good morning' });
  expect(spoken).toMatchObject({ content_type: 'audio/wav', voice: { provider: 'stand_in' } });
  const { bytes } = await heard(spoken);
  expect(bytes.subarray(0, 4).toString()).toBe('RIFF');
  expect(bytes.readUInt32LE(40)).toBe(bytes.length - 44);
  expect(bytes.subarray(44).some((byte) => byte !== 0)).toBe(true);
});

test('an integration that is disabled, has no key, cannot speak or belongs elsewhere is refused', async () => {
  const { org, speak, integration_id } = await prepared();
  await changeIntegration(org, { id: integration_id }, { status: 'disabled' });
  expect(await refusalOf(speak({ integration_id }))).toBe('409 integration_disabled');
  const body = { name: 'Without a key', api_key: null };
  await org.api.integrations.replace({ params: { integration_id }, body });
  expect(await refusalOf(speak({ integration_id }))).toBe('409 integration_without_key');
  const vapi = await prepared({}, 'vapi');
  expect(await refusalOf(vapi.speak({ integration_id: vapi.integration_id }))).toBe(
    '409 speech_not_available',
  );
  expect(await refusalOf(speak({ integration_id: vapi.integration_id }))).toBe('404 integration_not_found');
});

test('a provider’s refusal and its failure have different codes, and neither is stored', async () => {
  const { account, speak, integration_id } = await prepared();
  const at = 'POST /v1/text-to-speech/';
  await account.plan({ plans: [{ at, trouble: 'refused' }] });
  expect(await refusalOf(speak({ integration_id }))).toBe('409 provider_refused');
  for (const trouble of ['down', 'limited', 'broken', 'cut'] as const) {
    await account.plan({ plans: [{ at, trouble }] });
    expect(await refusalOf(speak({ integration_id }))).toBe('503 provider_unavailable');
  }
  await account.plan({ plans: [] });
  expect((await speak({ integration_id })).voice.provider).toBe('elevenlabs');
});

test('texts are limited in length, and in number like tests of agents', async () => {
  const { org, speak } = await prepared();
  expect(await refusalOf(speak({ text: '' }))).toBe('400 validation_failed');
  expect(await refusalOf(speak({ text: 'x'.repeat(1001) }))).toBe('400 validation_failed');
  const { name, settings } = await operator.clients.get({ params: { client_id: org.client.id } });
  const body = { name, settings: { ...settings, quotas: { agent_tests_per_day: 1 } } };
  await operator.clients.replace({ params: { client_id: org.client.id }, body });
  await speak();
  await speak();
  expect(await refusalOf(speak({ text: 'Another' }))).toBe('429 rate_limited');
});

test('an agent of a suspended organization is not heard', async () => {
  const { org, speak } = await prepared();
  await suspend(org);
  expect(await refusalOf(speak())).toBe('409 client_suspended');
});

test('an agent whose organization has used up its plan says nothing new', async () => {
  const { org, speak } = await prepared();
  await speak();
  await useUpPlan(org, () => speak({ text: randomUUID() }));
  expect((await speak()).characters).toBe(text.length);
});

test('another organization’s agent is not found', async () => {
  const { org } = await prepared();
  const { id: agent_id } = await newAgent(await organization());
  const spoken = org.api.speech.create({ params: { agent_id }, body: { text } });
  expect(await refusalOf(spoken)).toBe('404 agent_not_found');
});
