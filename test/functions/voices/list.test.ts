import { expect, test } from 'vitest';
import { organization, providerAccount, refusalOf } from '../../fixtures.ts';
import { connect } from '../../support/connected.ts';
import { changeIntegration } from '../../support/integrations.ts';

const prepared = async (provider: 'elevenlabs' | 'retell' | 'vapi', voices: Record<string, object>) => {
  const org = await organization();
  const account = providerAccount(`key-of-${org.client.id}`);
  await account.plan({ collections: { voices: voices as Record<string, Record<string, unknown>> } });
  const { id: integration_id } = await connect(org, provider, {}, { api_key: account.apiKey });
  const list = (query: { language?: string; q?: string } = {}) =>
    org.api.voices.list({ params: { integration_id }, query });
  return { org, integration_id, account, list };
};

test('the voices of ElevenLabs are listed, by language and by name', async () => {
  const { list } = await prepared('elevenlabs', {
    sarah: {
      voice_id: 'sarah',
      name: 'Sarah',
      labels: { gender: 'female', accent: 'american' },
      verified_languages: [{ language: 'en', locale: 'en-US' }],
      preview_url: 'https://voices.example/sarah.mp3',
    },
    otto: { voice_id: 'otto', name: 'Otto', labels: { language: 'de' } },
  });
  const sarah = {
    voice_id: 'sarah',
    name: 'Sarah',
    language: 'en-US',
    gender: 'female',
    accent: 'american',
    preview_url: 'https://voices.example/sarah.mp3',
  };
  expect((await list({ language: 'en' })).data).toEqual([sarah]);
  expect((await list({ q: 'ott' })).data).toMatchObject([{ voice_id: 'otto', language: 'de', accent: null }]);
});

test('the voices of Retell are listed', async () => {
  const { list } = await prepared('retell', {
    adrian: { voice_id: '11labs-Adrian', voice_name: 'Adrian', gender: 'male', provider: 'elevenlabs' },
  });
  expect((await list()).data).toMatchObject([{ voice_id: '11labs-Adrian', name: 'Adrian', gender: 'male' }]);
});

test('Vapi has no list of voices, and a provider that is down is said to be', async () => {
  const vapi = await prepared('vapi', {});
  expect(await refusalOf(vapi.list())).toBe('409 voices_not_listed');
  const retell = await prepared('retell', {});
  await retell.account.plan({ plans: [{ at: 'GET /list-voices', trouble: 'broken' }] });
  expect(await refusalOf(retell.list())).toBe('503 provider_unavailable');
});

test('voices are listed only of an integration that is enabled and has a key', async () => {
  const { org, integration_id, account, list } = await prepared('retell', {});
  expect(await refusalOf(list({ q: 'x'.repeat(101) }))).toBe('400 validation_failed');
  await account.plan({ plans: [{ at: 'GET /list-voices', trouble: 'refused' }] });
  expect(await refusalOf(list())).toBe('409 provider_refused');
  await changeIntegration(org, { id: integration_id }, { status: 'disabled' });
  expect(await refusalOf(list())).toBe('409 integration_disabled');
  const body = { name: 'Without a key', api_key: null };
  await org.api.integrations.replace({ params: { integration_id }, body });
  expect(await refusalOf(list())).toBe('409 integration_without_key');
});
