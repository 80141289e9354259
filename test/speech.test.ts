import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '#lib/local/client.ts';
import type { SpeechSettings } from '#lib/speech/settings.ts';
import { problemOf, usersOf } from './fixtures.ts';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import { startSpeechServer } from './support/speech-server.ts';

let server: Awaited<ReturnType<typeof startSpeechServer>>;
let platform: OwnPlatform;
let api: Client;

beforeAll(async () => {
  server = await startSpeechServer();
  process.env.AWS_ENDPOINT_URL_POLLY = server.endpoint;
  platform = await startOwnPlatform({ following: false });
  ({ api } = await usersOf(platform.description).organization());
  console.warn = () => {};
});
afterAll(async () => {
  await platform.close();
  await server.close();
});

type AgentBody = Partial<NonNullable<Parameters<Client['agents']['create']>[0]>['body']>;
type SpeechBody = Parameters<Client['speech']['create']>[0]['body'];

const speakerOf = async (settings: SpeechSettings | undefined, agent: AgentBody) => {
  process.env.SPEECH_SETTINGS = settings ? JSON.stringify(settings) : '';
  const { id: agent_id } = await api.agents.create({ body: { name: 'Pia', ...agent } });
  const speak = (body: SpeechBody) => api.speech.create({ params: { agent_id }, body });
  const refused = async (body: SpeechBody) => {
    const { status, code, problem } = await problemOf(speak(body));
    const { detail } = problem as { readonly detail?: string };
    return { status: `${status} ${code}`, detail };
  };
  return { speak, refused };
};

const polly = { provider: 'polly', region: 'eu-central-1' } as const;

const last = () => server.asked.at(-1);

// One after the other: each changes the environment.
describe('What the operator has set up to speak', { concurrent: false }, () => {
  describe('Amazon Polly', () => {
    test('speaks with the agent’s voice and its cheapest good engine, signed for the region', async () => {
      const { speak } = await speakerOf(polly, { voice_id: 'amy', voice: { provider: 'polly' } });
      const spoken = await speak({ text: 'Good morning' });
      expect(spoken).toMatchObject({
        content_type: 'audio/mpeg',
        voice: { provider: 'polly', voice_id: 'Amy' },
      });
      expect(await (await fetch(spoken.url)).text()).toBe('spoken: Good morning');
      expect(last()?.body).toEqual({
        Text: 'Good morning',
        TextType: 'text',
        VoiceId: 'Amy',
        Engine: 'neural',
        OutputFormat: 'mp3',
      });
      expect(last()?.authorization).toMatch(/\/eu-central-1\/polly\/aws4_request/);
    });

    test('chooses a voice of the agent’s language where it names none', async () => {
      for (const [language, voice_id] of [
        ['de-CH', 'Vicki'],
        ['en-GB', 'Amy'],
        [null, 'Ivy'],
      ] as const) {
        const { speak } = await speakerOf(polly, { language });
        expect((await speak({ text: `Hello in ${language}` })).voice).toEqual({
          provider: 'polly',
          voice_id,
        });
      }
      const { speak } = await speakerOf(polly, { language: 'en-IN' });
      await speak({ text: 'Namaste' });
      expect(last()?.body).toMatchObject({ VoiceId: 'Aditi', LanguageCode: 'en-IN', Engine: 'standard' });
    });

    test('speaks faster in SSML, in which the text is no markup', async () => {
      const { speak } = await speakerOf(polly, {
        voice_id: 'Amy',
        voice: { speed: 1.25, engine: 'generative' },
      });
      const spoken = await speak({ text: 'Fish & <chips/>', format: 'wav' });
      expect(last()?.body).toMatchObject({
        Text: '<speak><prosody rate="125%">Fish &amp; &lt;chips/&gt;</prosody></speak>',
        TextType: 'ssml',
        Engine: 'generative',
        OutputFormat: 'pcm',
        SampleRate: '16000',
      });
      const wav = Buffer.from(await (await fetch(spoken.url)).arrayBuffer());
      expect(wav.subarray(0, 4).toString()).toBe('RIFF');
      expect(wav.readUInt32LE(24)).toBe(16_000);
    });

    test('refuses a voice or a language that it does not have', async () => {
      const unknown = await speakerOf(polly, { voice_id: 'Nobody' });
      expect(await unknown.refused({ text: 'Hello' })).toEqual({
        status: '409 provider_refused',
        detail: 'Amazon Polly has no voice Nobody',
      });
      const klingon = await speakerOf(polly, { language: 'tlh' });
      expect((await klingon.refused({ text: 'Hello' })).status).toBe('409 provider_refused');
    });

    test('that throttles or fails is unavailable, and that refuses says why', async () => {
      const { refused } = await speakerOf(polly, { voice_id: 'Amy' });
      const failure = async (text: string) => (await refused({ text })).status;
      expect(await failure('fail 400 ThrottlingException')).toBe('503 provider_unavailable');
      expect(await failure('fail 500 ServiceFailureException')).toBe('503 provider_unavailable');
      expect(await failure('fail 400 TextLengthExceededException')).toBe('409 provider_refused');
      expect((await refused({ text: 'fail 403 AccessDeniedException' })).detail).toBe(
        'The platform may not use Amazon Polly',
      );
    });
  });

  const endpoint = (): SpeechSettings => ({
    provider: 'openai_compatible',
    base_url: `${server.endpoint}/v1`,
    model: 'tts-1',
    voice: 'alloy',
  });

  describe('An OpenAI-compatible endpoint', () => {
    test('speaks with the agent’s voice, or with the one in the settings', async () => {
      process.env.SPEECH_API_KEY = 'of-the-endpoint';
      const { speak } = await speakerOf(endpoint(), {
        voice_id: 'nova',
        voice: { provider: 'openai', speed: 2 },
      });
      const spoken = await speak({ text: 'Good morning', format: 'wav' });
      expect(spoken.voice).toEqual({ provider: 'openai_compatible', voice_id: 'nova' });
      expect(last()).toEqual({
        path: '/v1/audio/speech',
        authorization: 'Bearer of-the-endpoint',
        body: { model: 'tts-1', input: 'Good morning', voice: 'nova', response_format: 'wav', speed: 2 },
      });
      const unnamed = await speakerOf(endpoint(), {});
      expect((await unnamed.speak({ text: 'Hello' })).voice.voice_id).toBe('alloy');
    });

    test('that fails is unavailable, and that refuses says why', async () => {
      const { refused } = await speakerOf(endpoint(), {});
      expect((await refused({ text: 'fail 500 Broken' })).status).toBe('503 provider_unavailable');
      const { status, detail } = await refused({ text: 'fail 400 UnknownVoice' });
      expect(status).toBe('409 provider_refused');
      expect(detail).toContain('It is a UnknownVoice');
    });
  });

  test('an agent is not heard with a voice of another provider than its own', async () => {
    const cases = [
      [polly, 'elevenlabs'],
      [polly, 'openai'],
      [endpoint(), 'elevenlabs'],
      [endpoint(), 'polly'],
      [undefined, 'polly'],
    ] as const;
    for (const [settings, provider] of cases) {
      const { refused } = await speakerOf(settings, { voice: { provider } });
      expect((await refused({ text: 'Hello' })).status).toBe('409 speech_not_available');
    }
  });
});
