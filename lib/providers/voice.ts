import type { ProviderName } from '#lib/contract/integrations.ts';
import type { ProviderVoice } from '#lib/contract/voices.ts';
import { voiceLists } from './index.ts';

const maxVoices = 500;

const isOf = (language: string, wanted: string): boolean =>
  language.toLowerCase() === wanted || language.toLowerCase().startsWith(`${wanted}-`);

/** The voices of an account; undefined if its provider has no list of them. */
export const voicesOf = async (
  provider: ProviderName,
  apiKey: string,
  { language, q }: { readonly language?: string | undefined; readonly q?: string | undefined },
): Promise<ProviderVoice[] | undefined> => {
  const list = voiceLists[provider];
  if (!list) return undefined;
  const wanted = language?.toLowerCase();
  const text = q?.toLowerCase();
  return (await list(apiKey, q))
    .filter((voice) => wanted === undefined || (voice.language !== null && isOf(voice.language, wanted)))
    .filter(({ name }) => text === undefined || (name ?? '').toLowerCase().includes(text))
    .slice(0, maxVoices);
};
