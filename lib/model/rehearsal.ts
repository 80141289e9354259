import { placedWords, tokensOf } from '#lib/domain/search/words.ts';
import type { Step, Thinker, Turn } from './dialogue.ts';

/*
 * Answers for an agent without a model, by comparing the words of the user's last message with the node's
 * transitions, the names of tools and the passages that were found. It is deterministic.
 */

const noUsage = { input: 0, output: 0 };

/** The words to compare. Short words occur in every sentence, except in scripts without spaces. */
const tellingWords = (text: string): string[] => [
  ...new Set(
    placedWords(text)
      .filter(({ text: word, unspaced }) => unspaced || word.length > 3)
      .flatMap(tokensOf),
  ),
];

/** Whether two words may be forms of the same word: one is the beginning of the other. */
const isAlike = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one);

const shared = (words: readonly string[], text: string): number => {
  const others = tellingWords(text);
  return words.filter((word) => others.some((other) => isAlike(word, other))).length;
};

/**
 * The candidate with most words in common, or the first of several. Undefined if none has a word in common.
 */
const best = <T>(words: readonly string[], candidates: readonly T[], textOf: (candidate: T) => string) => {
  const rated = candidates.map((candidate) => ({ candidate, count: shared(words, textOf(candidate)) }));
  const most = Math.max(0, ...rated.map(({ count }) => count));
  return most > 0 ? rated.find(({ count }) => count === most)?.candidate : undefined;
};

const shortened = (text: string): string =>
  text.length > 300 ? `${text.slice(0, 299).toWellFormed().trimEnd()}…` : text;

const firstSentence = (text: string): string => shortened(/^.*?[.!?。](?=\s|$)/s.exec(text)?.[0] ?? text);

const quoteOf = (words: readonly string[], { passages: [passage] }: Turn): string[] => {
  if (!passage) return [];
  const sentences = passage.text.split(/(?<=[.!?。])\s+|\n+/).filter((sentence) => sentence !== '');
  const sentence = best(words, sentences, (one) => one) ?? sentences[0] ?? passage.text;
  return [`From “${passage.title}”: ${shortened(sentence)}`];
};

const speak = (words: readonly string[], turn: Turn, results: readonly unknown[]): string => {
  const { node, instructions } = turn;
  const follows = node
    ? `Rehearsal at “${node.id}”: ${shortened(node.instruction)}`
    : `Rehearsal: ${firstSentence(instructions)}`;
  const answered = results.map((result) => `A tool answered ${shortened(JSON.stringify(result))}`);
  return [follows, ...answered, ...quoteOf(words, turn)].join('\n');
};

/** `find_appointments` and `FindAppointments` are both two words. */
const wordsOfName = (name: string): string[] =>
  placedWords(name.replace(/([a-z])([A-Z])/g, '$1 $2')).map(({ text }) => text);

/** A tool whose name the user has said completely. */
const wantedTool = (said: string, { tools }: Turn) => {
  const words = placedWords(said).map(({ text }) => text);
  const isSaid = (part: string) =>
    words.some((word) => word === part || (Math.min(word.length, part.length) > 3 && isAlike(word, part)));
  return tools.find(({ name }) => {
    const parts = wordsOfName(name);
    return parts.length > 0 && parts.every(isSaid);
  });
};

export const rehearse: Thinker = (said, { called }) => {
  const heard = said.findLast(({ content }) => content !== '')?.content ?? '';
  const words = tellingWords(heard);
  const results: unknown[] = [];
  const done = { called: called.length > 0, moved: false };

  const decide = (turn: Turn): Omit<Step, 'usage'> => {
    const tool = done.called ? undefined : wantedTool(heard, turn);
    if (tool) {
      done.called = true;
      return { text: '', calls: [{ id: 'call_1', name: tool.name, arguments: {} }] };
    }
    const ways = done.moved ? [] : (turn.node?.transitions ?? []);
    const way = best(words, ways, ({ when }) => when);
    if (way) {
      done.moved = true;
      return { text: '', calls: [], moveTo: way.to };
    }
    return { text: speak(words, turn, results), calls: [], ends: turn.node?.transitions.length === 0 };
  };
  return {
    next: async function* (turn) {
      results.push(...turn.results);
      const step = decide(turn);
      yield* step.text.match(/\S+\s*/g) ?? [];
      return { ...step, usage: noUsage };
    },
  };
};
