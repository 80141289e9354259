import type { chats as english } from '../en/chats.ts';

/** Der Verlauf eines Chats und der Posteingang. */
export const chats: typeof english = {
  you: 'Sie',
  caller: 'Kunde',
  send: 'Senden',
  writing: 'schreibt',
  asked: 'Frage',
  got: 'Antwort',
  failed: 'Fehler',
  moved: 'Schritt des Ablaufs:',
  tools: { started: 'läuft', succeeded: 'erledigt', failed: 'fehlgeschlagen', returned: 'läuft nicht hier' },
  milliseconds: (ms: string) => `${ms} ms`,
  firstWord: (ms: string) => `erstes Wort ${ms}`,
  tokens: (sent: string, made: string) => `${sent} + ${made} Token`,
  from: (documents: string) => `aus ${documents}`,
  handling: {
    agent: 'Der Agent antwortet.',
    waiting: 'Wartet auf einen Menschen. Der Agent schweigt.',
    human: 'Ein Mensch antwortet. Der Agent schweigt.',
  },
};
