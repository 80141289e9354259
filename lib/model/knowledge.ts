import { setImmediate as turn } from 'node:timers/promises';
import MiniSearch from 'minisearch';
import { maxKnowledgeBytes } from '#lib/domain/agents/knowledge-base.ts';
import { placedWords, tokensOf } from '#lib/domain/search/words.ts';

/** A document of an agent's knowledge base. */
export interface KnowledgeDocument {
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

/** A piece of a document, small enough for several to fit into a prompt. */
export interface Passage {
  readonly document_id: string;
  readonly title: string;
  readonly text: string;
  readonly score: number;
}

const passageLength = 800;
/** The maximum that is included in the prompt. */
const budget = { passages: 6, characters: 5000 } as const;
/** A passage whose score is a smaller share of the best one's has little in common with the question. */
const leastPart = 0.25;

/** Splits text into parts of limited length, after a sentence or else between words. */
const cut = (text: string): string[] => {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > passageLength) {
    const window = rest.slice(0, passageLength);
    const sentence = Math.max(...['. ', '? ', '! ', '\n', '。'].map((end) => window.lastIndexOf(end)));
    const end = sentence > passageLength / 2 ? sentence + 1 : window.lastIndexOf(' ') + 1 || passageLength;
    // Do not split a surrogate pair.
    const at = /[\ud800-\udbff]/.test(rest[end - 1] ?? '') ? end - 1 : end;
    parts.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  return [...parts, rest].filter((part) => part !== '');
};

/**
 * Splits a text into paragraphs. Short ones, for example headings, are joined with the following paragraph.
 */
const passagesOf = (text: string): string[] => {
  const passages: string[] = [];
  let open = '';
  for (const paragraph of text.split(/\n\s*\n/)) {
    const longer = open ? `${open}\n${paragraph.trim()}` : paragraph.trim();
    if (longer.length > passageLength && open) {
      passages.push(...cut(open));
      open = paragraph.trim();
    } else open = longer;
  }
  return [...passages, ...cut(open)];
};

/** Words without those of one or two letters, which occur in every text. */
const wordsOf = (text: string): string[] =>
  placedWords(text)
    .flatMap(tokensOf)
    .filter((token) => token.length > 2 || !/^[a-z]+$/.test(token));

/** The first code unit of Chinese, Japanese and Korean, which have thousands of letters. */
const firstOfLargeScripts = 0x2e80;
const isOfLargeScript = (word: string): boolean => word.charCodeAt(0) >= firstOfLargeScripts;

/**
 * A word as it is indexed. The index is a tree that compares a letter with all letters that may follow, one
 * after the other. With the thousands of letters of Chinese, Japanese and Korean, that would take most of the
 * time to build it, so each is indexed as three letters, of which there are at most 64.
 */
const indexed = (word: string): string => {
  if (!isOfLargeScript(word)) return word;
  let letters = '';
  for (let at = 0; at < word.length; at += 1) {
    const code = word.charCodeAt(at);
    letters += String.fromCharCode(
      firstOfLargeScripts + (code >> 10),
      firstOfLargeScripts + ((code >> 5) & 31),
      firstOfLargeScripts + (code & 31),
    );
  }
  return letters;
};

/** The number of letters of a word that is indexed. */
const lengthOf = (term: string): number => (isOfLargeScript(term) ? term.length / 3 : term.length);

interface Index {
  readonly search: MiniSearch;
  readonly passages: readonly Omit<Passage, 'score'>[];
  /** The number of passages that contain a word, as it is indexed. */
  readonly spread: ReadonlyMap<string, number>;
}

/** The number of passages to index before yielding to other requests: some milliseconds of work. */
const passagesAtOnce = 5;

const build = async (documents: readonly KnowledgeDocument[]): Promise<Index> => {
  const passages = documents.flatMap(({ id, name, text }) =>
    passagesOf(text).map((passage) => ({ document_id: id, title: name, text: passage })),
  );
  const spread = new Map<string, number>();
  let current: { readonly text: string; readonly words: string[] } = { text: '', words: [] };
  const search = new MiniSearch({
    fields: ['title', 'text'],
    // The words of a passage are needed twice, and finding them is a third of the work.
    tokenize: (text) => (text === current.text ? current.words : wordsOf(text)),
    processTerm: indexed,
    searchOptions: { boost: { title: 2 }, prefix: (term) => lengthOf(term) > 3 },
  });
  for (const [id, passage] of passages.entries()) {
    current = { text: passage.text, words: wordsOf(passage.text) };
    for (const word of new Set(current.words)) {
      const term = indexed(word);
      spread.set(term, (spread.get(term) ?? 0) + 1);
    }
    search.add({ id, ...passage });
    // On one machine, this process answers all requests.
    if (id % passagesAtOnce === 0) await turn();
  }
  return { search, passages, spread };
};

/** An agent's knowledge base at one version. */
export interface Knowledge {
  /** Identifies the agent and the version. */
  readonly id: string;
  readonly bytes: number;
  readonly read: () => Promise<readonly KnowledgeDocument[]>;
}

const remembered = new Map<string, { readonly bytes: number; readonly index: Promise<Index> }>();

/**
 * The maximum size of documents whose indexes are cached: those of one agent with a full knowledge base, or
 * of several with small ones. An index of text in which every word is different takes up to seventy times the
 * size of the text.
 */
const maxRememberedBytes = maxKnowledgeBytes;

const forgetUntilThereIsRoomFor = (bytes: number): void => {
  let total = [...remembered.values()].reduce((sum, one) => sum + one.bytes, bytes);
  for (const [id, one] of remembered) {
    if (total <= maxRememberedBytes) return;
    remembered.delete(id);
    total -= one.bytes;
  }
};

/** Indexes are built one at a time, so that two large ones never need memory at the same time. */
let lastBuild: Promise<unknown> = Promise.resolve();

/** The index of a knowledge base, which is built once per version and cached. */
const indexOf = ({ id, bytes, read }: Knowledge): Promise<Index> => {
  const known = remembered.get(id);
  if (known) {
    // Moves the entry to the end: the least recently used one is evicted first.
    remembered.delete(id);
    remembered.set(id, known);
    return known.index;
  }
  forgetUntilThereIsRoomFor(bytes);
  const index = lastBuild.then(async () => build(await read()));
  lastBuild = index.catch(() => {});
  remembered.set(id, { bytes, index });
  index.catch(() => remembered.delete(id));
  return index;
};

/** Begins to read and index a knowledge base that is not cached, for a question that is about to follow. */
export const prepareKnowledge = (knowledge: Knowledge): void => {
  // A failure is the question's, which reads it again.
  if (knowledge.bytes > 0) indexOf(knowledge).catch(() => {});
};

/** The passages that are most relevant to a question, best first, within the budget. */
export const findPassages = async (knowledge: Knowledge, question: string): Promise<Passage[]> => {
  if (knowledge.bytes === 0) return [];
  const { search, passages, spread } = await indexOf(knowledge);
  const words = [...new Set(wordsOf(question))].slice(0, 200);
  // A word that occurs in most passages does not distinguish them, but may still be their topic.
  const common = (term: string) => passages.length > 3 && (spread.get(term) ?? 0) > passages.length / 2;
  const telling = words.filter((word) => !common(indexed(word)));
  const topics = words.filter((word) => common(indexed(word)) && word.length > 4);
  const byTelling = search.search(telling.join(' '), { filter: ({ terms }) => !terms.every(common) });
  const found = byTelling.length > 0 ? byTelling : search.search(topics.join(' '), { prefix: false });
  const least = (found[0]?.score ?? 0) * leastPart;

  let characters = 0;
  return found
    .filter(({ score }) => score >= least)
    .slice(0, budget.passages)
    .flatMap(({ id, score }) => {
      const passage = passages[id as number];
      return passage ? [{ ...passage, score: Math.round(score * 1000) / 1000 }] : [];
    })
    .filter(({ text }) => {
      characters += text.length;
      return characters <= budget.characters;
    });
};
