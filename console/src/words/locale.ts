/** The language that is shown, with the region of the browser: for dates and numbers. */
export let locale = 'en';

const languageOf = (tag: string): string => tag.split('-')[0] ?? tag;

/** A language tag as it is written, or nothing: `en-US@posix` is a locale of systems, and none of the web. */
const canonical = (tag: unknown): string[] => {
  try {
    return typeof tag === 'string' ? Intl.getCanonicalLocales(tag) : [];
  } catch {
    return [];
  }
};

/** The languages of the browser that can be used. Everything that is formatted later relies on this check. */
const tags = [...(navigator.languages ?? []), navigator.language].flatMap(canonical);

/** The languages that the browser asks for, the one it would rather have first. */
export const asked = tags.map(languageOf);

export const setLocale = (language: string): void => {
  locale = tags.find((tag) => languageOf(tag) === language) ?? language;
};
