import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { WordFrequencies } from '#lib/domain/search/word-frequencies.ts';
import { noFrequencies, withConversation } from '#lib/domain/search/word-frequencies.ts';
import { wordFrequenciesKey } from '../keys.ts';
import { get } from '../operations/get.ts';
import { putIf } from '../operations/put-if.ts';
import type { Item } from '../table.ts';

/** Of the first conversations each one counts, of all later ones one of so many: the item is written whole each time. */
const countedAll = 200;
const oneOf = 8;

const pack = ({ conversations, counts }: WordFrequencies): Uint8Array =>
  deflateRawSync(JSON.stringify({ conversations, counts: [...counts] }));

const unpack = (item: Item | undefined): WordFrequencies => {
  if (!item) return noFrequencies;
  const text = inflateRawSync(Buffer.from(item.frequencies as Uint8Array)).toString();
  const { conversations, counts } = JSON.parse(text) as { conversations: number; counts: [string, number][] };
  return { conversations, counts: new Map(counts) };
};

export const frequenciesItem = (frequencies: WordFrequencies, version: number): Item => ({
  ...wordFrequenciesKey,
  frequencies: pack(frequencies),
  version,
});

/** Whether a conversation is to be counted, after so many. */
export const isCounted = (conversations: number, random: number): boolean =>
  conversations < countedAll || random < 1 / oneOf;

/** What this function knows of how many there are, so that it need not look for each. */
let known = 0;

/** Counts the words of a conversation, or not: it is a sample, so one that loses a race is left out. */
export const countWords = async (words: Iterable<string>): Promise<void> => {
  if (!isCounted(known, Math.random())) return;
  const item = await get(wordFrequenciesKey);
  const { version = 0 } = (item ?? {}) as { version?: number };
  const frequencies = withConversation(unpack(item), words);
  known = frequencies.conversations;
  try {
    await putIf(frequenciesItem(frequencies, version + 1), {
      ConditionExpression: 'attribute_not_exists(pk) OR version = :read',
      ExpressionAttributeValues: { ':read': version },
    });
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};

const rememberedMs = 10 * 60 * 1000;

let remembered: { readonly frequencies: Promise<WordFrequencies>; readonly until: number } | undefined;

/** The frequencies as they were at most ten minutes ago, and how many calls of DynamoDB it took to know them. */
export const recentFrequencies = async (): Promise<{ frequencies: WordFrequencies; calls: number }> => {
  const isKnown = remembered !== undefined && remembered.until > Date.now();
  if (!remembered || !isKnown) {
    const frequencies = get(wordFrequenciesKey).then(unpack);
    const fresh = { frequencies, until: Date.now() + rememberedMs };
    remembered = fresh;
    fresh.frequencies.catch(() => {
      if (remembered === fresh) remembered = undefined;
    });
  }
  return { frequencies: await remembered.frequencies, calls: isKnown ? 0 : 1 };
};
