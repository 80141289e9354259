import type { Turn, TurnInput } from '#lib/contract/transcripts.ts';

/** The maximum length of a transcript: about eight hours of speech. */
export const maxTurns = 10_000;
/**
 * The maximum number of UTF-8 bytes over all turns, so that the searched text fits into one item of 400 KB.
 */
export const maxTextBytes = 360_000;

/** The number of bytes that count toward `maxTextBytes`. */
export const textBytes = (turns: readonly Pick<Turn, 'text'>[]): number =>
  turns.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);

export const exceedsLimits = (turns: number, bytes: number): boolean =>
  turns > maxTurns || bytes > maxTextBytes;

/** A gap in a list of turns: the first turn that does not follow the previous one. */
export interface Gap {
  readonly at: number;
  readonly index: number;
  readonly expected: number;
}

/**
 * Adds an index to each turn: the one that was sent, or else the next one after the previous turn. The first
 * turns may repeat existing ones, but there must be no gap.
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

/** Larger items make whole transcripts cheaper to read, smaller ones a few turns. */
const chunkBytes = 32_768;

/**
 * Groups turns into as few chunks as possible. A turn that exceeds the size of a chunk is a chunk by itself.
 */
export const chunk = <T extends Pick<Turn, 'text'>>(
  turns: readonly T[],
  bytesOfChunk = chunkBytes,
): T[][] => {
  const chunks: T[][] = [];
  let room = 0;
  for (const turn of turns) {
    const bytes = Buffer.byteLength(JSON.stringify(turn));
    const current = chunks.at(-1);
    if (current && bytes <= room) {
      current.push(turn);
      room -= bytes;
    } else {
      chunks.push([turn]);
      room = bytesOfChunk - bytes;
    }
  }
  return chunks;
};
