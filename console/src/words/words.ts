import type { en } from './en/index.ts';

/** The texts of the console; English is the pattern for every other language. */
export type Words = typeof en;
