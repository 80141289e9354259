import type { Turn, TurnInput } from '#lib/contract/transcripts.ts';

/** How long a transcript can get: some eight hours of speech. */
export const maxTurns = 10_000;
/** Of UTF-8, over all turns: the text that is searched fits into one item of 400 KB. */
export const maxTextBytes = 360_000;

/** What turns weigh towards the transcript's greatest length. */
export const textBytes = (turns: readonly Pick<Turn, 'text'>[]): number =>
  turns.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);

export const exceedsLimits = (turns: number, bytes: number): boolean =>
  turns > maxTurns || bytes > maxTextBytes;

/** Where in a list of turns the row breaks: the first that does not follow the one before it. */
export interface Gap {
  readonly at: number;
  readonly index: number;
  readonly expected: number;
}

/**
 * Gives each turn its index: the one it was sent with, or else the one after the turn before it. The first may repeat
 * turns that are there already, but none may be left out.
 */
export const withIndexes = (turns: readonly TurnInput[], next: number): Turn[] | Gap => {
  const numbered: Turn[] = [];
  for (const [at, turn] of turns.entries()) {
    const before = numbered.at(-1)?.index;
    const expected = before === undefined ? next : before + 1;
    const index = turn.index ?? expected;
    if (before === undefined ? index > next : index !== expected) return { at, index, expected };
    numbered.push({ ...turn, index });
  }
  return numbered;
};

/** Fewer items make cheaper reads, smaller ones a cheaper read of a few turns. */
const chunkBytes = 32_768;

/** Turns in as few groups as keep to a chunk's size; a turn that is larger by itself is a group of its own. */
export const chunk = (turns: readonly Turn[]): Turn[][] => {
  const chunks: Turn[][] = [];
  let room = 0;
  for (const turn of turns) {
    const bytes = Buffer.byteLength(JSON.stringify(turn));
    const current = chunks.at(-1);
    if (current && bytes <= room) {
      current.push(turn);
      room -= bytes;
    } else {
      chunks.push([turn]);
      room = chunkBytes - bytes;
    }
  }
  return chunks;
};
