import { withLinks } from './links.ts';

/** The end of a sentence, and of a paragraph. */
const sentenceEnd = /^[\s\S]*?(?:[.!?…。！？]["'”’)\]]*(?=\s)|\n)\s*/u;

export type Speaker = 'user' | 'agent' | 'person' | 'note';

const append = (parent: Element, name: string, className: string): HTMLElement => {
  const element = document.createElement(name);
  element.className = className;
  parent.append(element);
  return element;
};

/** A message whose words still arrive. */
export interface OpenMessage {
  /** Shows the words so far. */
  readonly say: (text: string) => void;
  /** Shows the whole text; an empty one removes the message. */
  readonly finish: (text: string) => void;
  /** Moves the message to its place among the others. False: it was removed. */
  readonly place: (turn: number) => boolean;
  /** Shows a note below the words; an empty one removes it. */
  readonly mark: (note: string) => void;
  /** Leaves the whole words among its first characters, of which the visitor heard no more. */
  readonly cut: (characters: number) => void;
}

/** Whole words among the first characters of a text, as in the transcript, with a mark after the last one. */
const wholeWords = (text: string, characters: number): string => {
  if (characters >= text.length) return text;
  const found = text.matchAll(/([\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*)([^\s\p{L}\p{N}]*)/gu);
  const last = [...found].filter(({ 1: word = '', index }) => index + word.length <= characters).at(-1);
  return last ? text.slice(0, last.index + last[0].length) : '';
};

/**
 * The messages, which a screen reader reads sentence by sentence: a sentence is added once it is whole, and
 * the words after it are hidden from the reader until then.
 */
export const messageLog = (place: HTMLElement) => {
  let element = place;
  const scroll = (): void => {
    element.scrollTop = element.scrollHeight;
  };
  const places = new WeakMap<Element, number>();
  /** Puts a message before all later ones. Those without a turn yet are the last, and notes the first. */
  const put = (message: Element, turn: number): void => {
    places.set(message, turn);
    const isLater = (other: Element) => other !== message && (places.get(other) ?? -1) > turn;
    const next = [...element.children].find(isLater) ?? null;
    // Screen readers read again what moves.
    if (message.nextElementSibling !== next) element.insertBefore(message, next);
  };
  const begin = (speaker: Speaker, name: string, turn = Number.POSITIVE_INFINITY): OpenMessage => {
    const message = append(element, 'div', `message ${speaker}`);
    if (speaker !== 'note') put(message, turn);
    if (name !== '')
      append(message, 'span', speaker === 'person' ? 'name' : 'hidden').textContent = `${name}: `;
    const text = append(message, 'span', 'text');
    text.dir = 'auto';
    const tail = append(text, 'span', 'tail');
    tail.setAttribute('aria-hidden', 'true');
    let note: HTMLElement | undefined;
    let done = 0;
    let shown = '';
    const read = (words: string): void => {
      const sentence = document.createElement('span');
      sentence.append(...withLinks(words));
      tail.before(sentence);
    };
    const say = (whole: string): void => {
      shown = whole;
      for (;;) {
        const [sentence] = sentenceEnd.exec(whole.slice(done)) ?? [];
        if (!sentence) break;
        read(sentence);
        done += sentence.length;
      }
      tail.textContent = whole.slice(done);
      scroll();
    };
    const again = (): void => {
      for (const sentence of [...text.children]) if (sentence !== tail) sentence.remove();
      done = 0;
    };
    const finish = (whole: string): void => {
      if (whole.trim() === '') {
        message.remove();
        return;
      }
      // The words in between may differ from those at the end, for example in spaces.
      if (!whole.startsWith(text.textContent?.slice(0, done) ?? '')) again();
      say(whole);
      if (whole.length > done) read(whole.slice(done));
      tail.remove();
      scroll();
    };
    return {
      say,
      finish,
      place: (known) => {
        if (message.parentElement !== element) return false;
        put(message, known);
        return true;
      },
      mark: (words) => {
        note?.remove();
        note = undefined;
        if (words === '') return;
        note = append(message, 'span', 'mark');
        note.textContent = words;
        scroll();
      },
      cut: (characters) => {
        again();
        text.append(tail);
        finish(wholeWords(shown, characters));
      },
    };
  };
  return {
    begin,
    add: (speaker: Speaker, name: string, text: string, turn?: number): OpenMessage => {
      const message = begin(speaker, name, turn);
      message.finish(text);
      return message;
    },
    clear: (): void => element.replaceChildren(),
    /** Removes the messages. Later ones are not shown. */
    close: (): void => {
      element.replaceChildren();
      element = document.createElement('div');
    },
  };
};
export type MessageLog = ReturnType<typeof messageLog>;
