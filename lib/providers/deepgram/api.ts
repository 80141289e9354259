import type { Recognizer } from '#lib/domain/speech/recognizer.ts';
import { ProviderError } from '../errors.ts';
import type { ProviderService } from '../http.ts';
import { ask, baseUrlOf } from '../http.ts';
import { objectOf } from '../reading.ts';

/** Deepgram's API (developers.deepgram.com/reference). */
const service: ProviderService = {
  provider: 'deepgram',
  title: 'Deepgram',
  baseUrl: 'https://api.deepgram.com',
  authorization: (apiKey) => ({ authorization: `Token ${apiKey}` }),
};

const model = 'nova-3';

/** The languages of the model (developers.deepgram.com/docs/models-languages-overview). */
const languages = new Set(
  'be bg bn bs ca cs da de el en es et fi fr hi hr hu id it ja kn ko lt lv mk mr ms nl no pl pt ro ru sk sl sr sv ta te th tl tr uk vi zh zh-HK zh-TW'.split(
    ' ',
  ),
);

/** Several languages at once, for an agent whose language the model does not have. */
const anyLanguage = 'multi';

const languageOf = (language: string | null): string => {
  const known = [language ?? 'en', language?.split('-')[0] ?? ''].find((one) => languages.has(one));
  return known ?? anyLanguage;
};

/** The page opens its stream at once, and asks again if it was late. The stream outlives the token. */
const tokenSeconds = 30;

/** A token changes nothing of the account, and may use all its recognition and speech while it is valid. */
const grantToken = async (apiKey: string, ttl_seconds: number) => {
  const found = objectOf(
    await ask(service, apiKey, { method: 'POST', path: '/v1/auth/grant', body: { ttl_seconds } }),
  );
  const { access_token, expires_in } = found;
  // Offered as the name of a protocol, which has no other characters.
  if (typeof access_token !== 'string' || !/^[\w.~+-]{1,4000}$/.test(access_token)) {
    throw new ProviderError('unavailable', 'Deepgram returned no token');
  }
  return { token: access_token, seconds: typeof expires_in === 'number' ? expires_in : ttl_seconds };
};

/** Tries an API key: it must be allowed to grant tokens, which keys of members are. */
export const checkKey = async (apiKey: string): Promise<void> => {
  await grantToken(apiKey, 1);
};

export const recognizer = (apiKey: string): Recognizer => ({
  grant: async ({ language, sample_rate }) => {
    const began = Date.now();
    const { token, seconds } = await grantToken(apiKey, tokenSeconds);
    const url = new URL(`${baseUrlOf(service).replace(/^http/, 'ws')}/v1/listen`);
    url.search = new URLSearchParams({
      model,
      language: languageOf(language),
      encoding: 'linear16',
      sample_rate: String(sample_rate),
      channels: '1',
      interim_results: 'true',
      punctuate: 'true',
      smart_format: 'true',
      mip_opt_out: 'true',
    }).toString();
    return { url: url.href, token, expires_at: new Date(began + seconds * 1000).toISOString() };
  },
});
