/**
 * A language with its usual region, such as `de-DE` for `de`: Twilio's documents name the languages of the
 * relay so, and nothing checks one before the call.
 */
export const localeOf = (tag: string): string => {
  const asked = new Intl.Locale(tag);
  const { language, region } = asked.maximize();
  return asked.region === undefined && region !== undefined ? `${language}-${region}` : tag;
};
