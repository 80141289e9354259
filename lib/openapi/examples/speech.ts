import type { ExamplesOf } from './example.ts';
import { agent } from './story.ts';

export const speech: ExamplesOf<'speech'> = {
  create: {
    params: { agent_id: agent.id },
    body: { text: 'Harbor Dental, this is Pia. How can I help you?', format: 'mp3' },
    response: {
      url: 'https://recordings.s3.eu-central-1.amazonaws.com/speech/agent_01kaf6t1s9w2c5n8r3v7x0z4bd/5d41402abc4b2a76.mp3?X-Amz-Expires=300&X-Amz-Signature=9f2c51e7',
      expires_at: '2026-11-20T09:36:00.000Z',
      content_type: 'audio/mpeg',
      characters: 47,
      voice: { provider: 'elevenlabs', voice_id: 'EXAVITQu4vr4xnSDxMaL' },
    },
  },
};
