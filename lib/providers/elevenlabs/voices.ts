import type { ProviderVoice } from '#lib/contract/voices.ts';
import { ask } from '../http.ts';
import { idOf, linkOf, listOf, nextOf, objectOf, textOf } from '../reading.ts';
import { elevenLabs } from './service.ts';

const maxPages = 5;
/** All pages together take less than the function may. */
const pageTimeoutMs = 5000;

export const voices = async (apiKey: string, q: string | undefined): Promise<ProviderVoice[]> => {
  const found: ProviderVoice[] = [];
  let token: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const query = new URLSearchParams({
      page_size: '100',
      ...(q !== undefined && { search: q }),
      ...(token !== undefined && { next_page_token: token }),
    });
    const answer = objectOf(
      await ask(elevenLabs, apiKey, { method: 'GET', path: `/v2/voices?${query}`, timeoutMs: pageTimeoutMs }),
    );
    for (const voice of listOf(answer.voices).map(objectOf)) {
      const voice_id = idOf(voice.voice_id);
      const labels = objectOf(voice.labels);
      const [verified] = listOf(voice.verified_languages).map(objectOf);
      if (voice_id === null) continue;
      found.push({
        voice_id,
        name: textOf(voice.name, 200) ?? null,
        language: textOf(verified?.locale ?? verified?.language ?? labels.language, 64) ?? null,
        gender: textOf(labels.gender, 64) ?? null,
        accent: textOf(labels.accent, 64) ?? null,
        preview_url: linkOf(voice.preview_url),
      });
    }
    token = nextOf(answer, 'next_page_token');
    if (token === undefined) break;
  }
  return found;
};
