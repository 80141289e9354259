import type { ExamplesOf } from './example.ts';
import { integration } from './story.ts';

export const voices: ExamplesOf<'voices'> = {
  list: {
    params: { integration_id: integration.id },
    query: { language: 'en' },
    response: {
      data: [
        {
          voice_id: 'EXAVITQu4vr4xnSDxMaL',
          name: 'Sarah',
          language: 'en-US',
          gender: 'female',
          accent: 'american',
          preview_url: 'https://storage.example.com/voices/sarah.mp3',
        },
      ],
    },
  },
};
