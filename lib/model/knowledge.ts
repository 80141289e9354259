import { createHash } from 'node:crypto';
import MiniSearch from 'minisearch';
import { placedWords, tokensOf } from '#lib/domain/search/words.ts';

/** A document of an agent's knowledge base. */
export interface KnowledgeDocument {
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

/** A piece of a document, small enough that several fit before a model. */
export interface Passage {
  readonly document_id: string;
  readonly title: string;
  readonly text: string;
  readonly score: number;
}

const passageLength = 800;
/** What is put before the model at most. */
const budget = { passages: 6, characters: 5000 } as const;
/** What is this much worse than the best one has a word in common with the question, and no more. */
const leastPart = 0.25;

/** Parts of at most so many characters, cut after a sentence or else between words. */
const cut = (text: string): string[] => {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > passageLength) {
    const window = rest.slice(0, passageLength);
    const sentence = Math.max(...['. ', '? ', '! ', '\n', '。'].map((end) => window.lastIndexOf(end)));
    const end = sentence > passageLength / 2 ? sentence + 1 : window.lastIndexOf(' ') + 1 || passageLength;
    // Half of a surrogate pair would be no text.
    const at = /[\ud800-\udbff]/.test(rest[end - 1] ?? '') ? end - 1 : end;
    parts.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  return [...parts, rest].filter((part) => part !== '');
};

/** The paragraphs of a text; short ones stay with what follows them, as a heading does. */
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

/** Words of one or two letters are in every text. */
const wordsOf = (text: string): string[] =>
  placedWords(text)
    .flatMap(tokensOf)
    .filter((token) => token.length > 2 || !/^[a-z]+$/.test(token));

interface Index {
  readonly search: MiniSearch;
  readonly passages: readonly Omit<Passage, 'score'>[];
  /** In how many passages a word is. */
  readonly spread: ReadonlyMap<string, number>;
}

const build = (documents: readonly KnowledgeDocument[]): Index => {
  const passages = documents.flatMap(({ id, name, text }) =>
    passagesOf(text).map((passage) => ({ document_id: id, title: name, text: passage })),
  );
  const spread = new Map<string, number>();
  for (const { text } of passages) {
    for (const word of new Set(wordsOf(text))) spread.set(word, (spread.get(word) ?? 0) + 1);
  }
  const search = new MiniSearch({
    fields: ['title', 'text'],
    tokenize: wordsOf,
    processTerm: (term) => term,
    searchOptions: { boost: { title: 2 }, prefix: (term) => term.length > 3 },
  });
  search.addAll(passages.map((passage, id) => ({ id, ...passage })));
  return { search, passages, spread };
};

const remembered = new Map<string, Index>();
const maxRemembered = 8;

/** The index of these documents as they are, built once for as long as the function remembers it. */
const indexOf = (documents: readonly KnowledgeDocument[]): Index => {
  const hash = createHash('sha256');
  for (const { id, name, text } of documents) hash.update(JSON.stringify([id, name, text]));
  const version = hash.digest('base64url');
  const index = remembered.get(version) ?? build(documents);
  remembered.delete(version);
  remembered.set(version, index);
  const [oldest] = remembered.keys();
  if (remembered.size > maxRemembered && oldest !== undefined) remembered.delete(oldest);
  return index;
};

/** The passages that have most to do with a question, best first, within what a model is given. */
export const findPassages = (documents: readonly KnowledgeDocument[], question: string): Passage[] => {
  if (documents.length === 0) return [];
  const { search, passages, spread } = indexOf(documents);
  const words = [...new Set(wordsOf(question))].slice(0, 200);
  // What stands in most passages tells none of them from the others; but it may be what they are all about.
  const common = (word: string) => passages.length > 3 && (spread.get(word) ?? 0) > passages.length / 2;
  const telling = words.filter((word) => !common(word));
  const topics = words.filter((word) => common(word) && word.length > 4);
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
