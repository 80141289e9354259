import type { Speaker } from '#lib/domain/speech/speech.ts';
import { nearest } from '#lib/domain/speech/speech.ts';
import { sendOnce } from '#lib/providers/http.ts';
import type { SpeechSettings } from './settings.ts';

type EndpointSettings = Extract<SpeechSettings, { provider: 'openai_compatible' }>;

const timeoutMs = 22_000;
const service = { title: 'The endpoint for speech' };

/** An endpoint that is compatible with OpenAI's: `POST /audio/speech`. */
export const openAiCompatible = ({ base_url, model, voice: fallback }: EndpointSettings): Speaker => ({
  provider: 'openai_compatible',
  account: base_url,
  formats: ['mp3', 'wav'],
  voiceOf: async ({ voice_id, voice }) => ({
    id: voice_id ?? fallback,
    model,
    language: null,
    speed: nearest(voice?.speed ?? 1, 0.25, 4),
  }),
  speak: async (input, { id, speed }, response_format) => {
    const { SPEECH_API_KEY: apiKey } = process.env;
    const { body } = await sendOnce(service, {
      method: 'POST',
      url: `${base_url}/audio/speech`,
      headers: {
        'content-type': 'application/json',
        ...(apiKey && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({ model, input, voice: id, response_format, ...(speed !== 1 && { speed }) }),
      timeoutMs,
    });
    return body;
  },
});
