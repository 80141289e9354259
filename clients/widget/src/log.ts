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
}

/**
 * The messages, which a screen reader reads sentence by sentence: a sentence is added once it is whole, and
 * the words after it are hidden from the reader until then.
 */
export const messageLog = (element: HTMLElement) => {
  const scroll = (): void => {
    element.scrollTop = element.scrollHeight;
  };
  const begin = (speaker: Speaker, name: string): OpenMessage => {
    const message = append(element, 'div', `message ${speaker}`);
    if (name !== '')
      append(message, 'span', speaker === 'person' ? 'name' : 'hidden').textContent = `${name}: `;
    const text = append(message, 'span', 'text');
    text.dir = 'auto';
    const tail = append(text, 'span', 'tail');
    tail.setAttribute('aria-hidden', 'true');
    let done = 0;
    const read = (words: string): void => {
      const sentence = document.createElement('span');
      sentence.append(...withLinks(words));
      tail.before(sentence);
    };
    const say = (whole: string): void => {
      for (;;) {
        const [sentence] = sentenceEnd.exec(whole.slice(done)) ?? [];
        if (!sentence) break;
        read(sentence);
        done += sentence.length;
      }
      tail.textContent = whole.slice(done);
      scroll();
    };
    return {
      say,
      finish: (whole) => {
        if (whole.trim() === '') {
          message.remove();
          return;
        }
        // The words in between may differ from those at the end, for example in spaces.
        if (!whole.startsWith(text.textContent?.slice(0, done) ?? '')) {
          for (const sentence of [...text.children]) if (sentence !== tail) sentence.remove();
          done = 0;
        }
        say(whole);
        if (whole.length > done) read(whole.slice(done));
        tail.remove();
        scroll();
      },
    };
  };
  return {
    begin,
    add: (speaker: Speaker, name: string, text: string): void => begin(speaker, name).finish(text),
    clear: (): void => element.replaceChildren(),
  };
};
export type MessageLog = ReturnType<typeof messageLog>;
