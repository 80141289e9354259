const en = {
  open: 'Chat with us',
  close: 'Close the chat',
  disclosure: 'You are chatting with an AI. Its answers can be wrong.',
  placeholder: 'Write a message',
  log: 'Messages',
  send: 'Send',
  person: 'Talk to a person',
  again: 'Start a new chat',
  talk: 'Talk',
  hang_up: 'Stop talking',
  mute: 'Mute the microphone',
  asking: 'Please allow the microphone.',
  you: 'You',
  agent: 'Agent',
  thinking: 'Writing …',
  listening: 'Listening. You can speak, and interrupt.',
  muted: 'The microphone is muted.',
  speaking: 'Speaking …',
  looking: 'Looking something up …',
  waiting: 'A person will answer here.',
  human: 'A person answers.',
  ended: 'The chat is over.',
  without_ears: 'No microphone can be used. Please write instead.',
  refused: 'The microphone is not allowed. Please write instead.',
  taken_away: 'The microphone was taken away. Please write instead.',
  unreachable: 'Nothing can be heard now. Please write instead.',
  paused: 'The microphone is off, because nobody spoke.',
  too_many: 'Too many messages. Please try again later.',
  unavailable: 'The chat is not available now.',
  offline: 'There is no connection.',
  unsent: 'Not sent',
  unconfirmed: 'Perhaps not sent',
  failed: 'That did not work. Please try again.',
  retry: 'Try again',
};
export type Words = typeof en;

const de: Words = {
  open: 'Chatten Sie mit uns',
  close: 'Chat schließen',
  disclosure: 'Sie chatten mit einer KI. Ihre Antworten können falsch sein.',
  placeholder: 'Nachricht schreiben',
  log: 'Nachrichten',
  send: 'Senden',
  person: 'Mit einem Menschen sprechen',
  again: 'Neuen Chat beginnen',
  talk: 'Sprechen',
  hang_up: 'Nicht mehr sprechen',
  mute: 'Mikrofon stummschalten',
  asking: 'Bitte erlauben Sie das Mikrofon.',
  you: 'Sie',
  agent: 'Agent',
  thinking: 'Schreibt …',
  listening: 'Hört zu. Sie können sprechen und unterbrechen.',
  muted: 'Das Mikrofon ist stumm.',
  speaking: 'Spricht …',
  looking: 'Sieht etwas nach …',
  waiting: 'Ein Mensch wird hier antworten.',
  human: 'Ein Mensch antwortet.',
  ended: 'Der Chat ist beendet.',
  without_ears: 'Kein Mikrofon ist verfügbar. Bitte schreiben Sie.',
  refused: 'Das Mikrofon ist nicht erlaubt. Bitte schreiben Sie.',
  taken_away: 'Das Mikrofon ist nicht mehr da. Bitte schreiben Sie.',
  unreachable: 'Gerade wird nichts gehört. Bitte schreiben Sie.',
  paused: 'Das Mikrofon ist aus, weil niemand gesprochen hat.',
  too_many: 'Zu viele Nachrichten. Bitte versuchen Sie es später wieder.',
  unavailable: 'Der Chat ist gerade nicht verfügbar.',
  offline: 'Keine Verbindung.',
  unsent: 'Nicht gesendet',
  unconfirmed: 'Vielleicht nicht gesendet',
  failed: 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
  retry: 'Noch einmal',
};

/** The texts that an organization has set for a language. */
export interface OwnTexts {
  readonly title: string | null;
  readonly disclosure: string | null;
  readonly placeholder: string | null;
}

const primary = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';

/** The words for a language, with those that the organization has set. */
export const wordsFor = (language: string, texts: Readonly<Record<string, OwnTexts>>): Words => {
  const tags = Object.keys(texts);
  const tag =
    tags.find((one) => one.toLowerCase() === language.toLowerCase()) ??
    tags.find((one) => primary(one) === primary(language));
  const own = tag === undefined ? undefined : texts[tag];
  const words = primary(language) === 'de' ? de : en;
  return {
    ...words,
    open: own?.title ?? words.open,
    disclosure: own?.disclosure ?? words.disclosure,
    placeholder: own?.placeholder ?? words.placeholder,
  };
};
