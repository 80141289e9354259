import type { ProviderVoice } from '#lib/contract/voices.ts';
import { ask } from '../http.ts';
import { idOf, linkOf, listOf, objectOf, textOf } from '../reading.ts';
import { retell } from './service.ts';

export const voices = async (apiKey: string): Promise<ProviderVoice[]> =>
  listOf(await ask(retell, apiKey, { method: 'GET', path: '/list-voices' }))
    .map(objectOf)
    .flatMap(({ voice_id: sent, voice_name, gender, accent, preview_audio_url }) => {
      const voice_id = idOf(sent);
      if (voice_id === null) return [];
      return [
        {
          voice_id,
          name: textOf(voice_name, 200) ?? null,
          language: null,
          gender: textOf(gender, 64) ?? null,
          accent: textOf(accent, 64) ?? null,
          preview_url: linkOf(preview_audio_url),
        },
      ];
    });
