/** The languages of which Twilio names a variety: it has Norwegian as that of most, and no `no-NO`. */
const varieties: Readonly<Record<string, string>> = { no: 'nb' };

/**
 * A language with its usual region, such as `de-DE` for `de`: Twilio's documents name the languages of the
 * relay so, and nothing checks one before the call.
 */
export const localeOf = (tag: string): string => {
  const asked = new Intl.Locale(tag);
  const { language, region } = asked.maximize();
  const named = varieties[language];
  if (named !== undefined) return `${named}-${region}`;
  return asked.region === undefined && region !== undefined ? `${language}-${region}` : tag;
};

/** The languages of voices of Amazon that have other names than those of the relay, by the voices' names. */
const ofAmazon: Readonly<Record<string, string>> = {
  Zeina: 'arb',
  Hala: 'ar-AE',
  Zayd: 'ar-AE',
  Zhiyu: 'cmn-CN',
  Hiujin: 'yue-CN',
  Gwyneth: 'cy-GB',
  Geraint: 'en-GB-WLS',
};

/**
 * The language that a voice speaks, where its name tells that: a session whose voice does not have its
 * language ends at once (twilio.com/docs/api/errors/64106). Undefined: it speaks several, or that of the
 * call.
 */
export const languageOfVoice = ({
  provider,
  id,
}: {
  readonly provider?: string | undefined;
  readonly id: string;
}): string | undefined => {
  // Google's Arabic is `ar-XA`, and its Chinese `cmn-CN`.
  if (provider === 'Google') return /^[a-z]{2,3}-[A-Z]{2}(?=-)/.exec(id)?.[0];
  return provider === 'Amazon' ? ofAmazon[id.split('-')[0] ?? ''] : undefined;
};
