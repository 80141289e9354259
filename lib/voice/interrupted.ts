import type { HeardPart } from './frames.ts';
import { hasWords, spokenWithinMs } from './heard.ts';
import type { SpokenWords } from './state.ts';
import { isAgent } from './state.ts';

/** Keys that are pressed within this time are one message. */
export const betweenKeysMs = 1200;

/** The first words of an answer are not heard sooner after what it answers. */
const soundMs = 200;

/** Whether words of an answer can have been heard at a time. Of one that is being made, few are known. */
export const canBeHeard = (said: readonly SpokenWords[], index: number, at: number): boolean => {
  const entry = said[index];
  if (!entry || !isAgent(entry)) return false;
  if (entry.reported || entry.text !== '') return entry.text !== '' || entry.unheard !== '';
  const asked = said.slice(0, index).findLast(({ role }) => role === 'user');
  const waitsForKeys = asked?.role === 'user' && asked.keys !== undefined;
  return at >= entry.at + soundMs + (waitsForKeys ? betweenKeysMs : 0);
};

/** Whether an answer can still have been heard at a time, to which the words that were heard then belong. */
const sounded = (entry: SpokenWords, at: number, heard: HeardPart): boolean => {
  if (!isAgent(entry) || entry.cut || entry.spoken_at === null) return false;
  const text = `${entry.text}${entry.unheard}`;
  return (
    'utterance' in heard && at < entry.spoken_at + spokenWithinMs(text) && hasWords(text, heard.utterance)
  );
};

/**
 * The answer that a caller has interrupted: the one in which the words are that were heard, or else the last
 * one that can have been heard. Words of an answer that is being made are not known.
 */
export const interrupted = (said: readonly SpokenWords[], at: number, heard: HeardPart): number => {
  const last = said.findLastIndex((entry, index) => entry.at < at && canBeHeard(said, index, at));
  const heardIn = said.findLastIndex((entry, index) => index <= last && sounded(entry, at, heard));
  return heardIn === -1 ? last : heardIn;
};
