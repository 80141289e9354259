/** The language that is shown, with the region of the browser: for dates and numbers. */
export let locale = 'en';

const languageOf = (tag: string): string => tag.split('-')[0] ?? tag;

/** The languages that the browser asks for, the one it would rather have first. */
export const asked = navigator.languages.map(languageOf);

export const setLocale = (language: string): void => {
  locale = navigator.languages.find((tag) => languageOf(tag) === language) ?? language;
};
