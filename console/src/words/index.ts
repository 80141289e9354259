import { useSyncExternalStore } from 'react';
import { browserStorage } from '../api/storage.ts';
import { first } from './en/first.ts';
import { asked, setLocale } from './locale.ts';
import type { Words } from './words.ts';

/** The languages of the console, each in its own words. */
export const languages = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
] as const;

export type Language = (typeof languages)[number]['value'];

/** Only what is shown before anybody has signed in is there from the beginning. */
const catalogs = {
  en: {
    first: async () => first,
    all: async () => (await import('./en/index.ts')).en,
  },
  de: {
    first: async () => (await import('./de/first.ts')).first,
    all: async () => (await import('./de/index.ts')).de,
  },
} as const;

/**
 * The texts of the console, in the language of the person. The application is mounted again when the language
 * changes, so a component reads them while it renders. A constant that is made of them when a module loads
 * stays as it is.
 */
export let words = first as unknown as Words;
export let language: Language = 'en';

let part: 'first' | 'all' = 'first';
const listeners = new Set<() => void>();
const storageName = 'language';

const isLanguage = (value: unknown): value is Language => languages.some((one) => one.value === value);

const storedLanguage = (): Language =>
  [browserStorage.getItem(storageName), ...asked].find(isLanguage) ?? 'en';

/**
 * A switch for those who look at the layout: no language of the console is written from right to left yet.
 */
const direction = new URLSearchParams(window.location.search).get('dir') === 'rtl' ? 'rtl' : 'ltr';

const show = async (next: Language): Promise<void> => {
  words = (await catalogs[next][part]()) as unknown as Words;
  language = next;
  setLocale(next);
  document.documentElement.lang = next;
  document.documentElement.dir = direction;
  for (const listener of listeners) listener();
};

/** Shows the language that was chosen in this browser, or the one of the browser. */
export const startWords = (): Promise<void> => show(storedLanguage());

/** Reads all texts, which takes a request. */
export const readAllWords = (): Promise<void> => {
  part = 'all';
  return show(language);
};

/** Shows another language, and keeps the choice in this browser. */
export const chooseLanguage = async (next: unknown): Promise<void> => {
  if (!isLanguage(next)) return;
  browserStorage.setItem(storageName, next);
  if (next !== language) await show(next);
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The language that is shown, for what is mounted again with another one. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, () => language);
