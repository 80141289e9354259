import { languageOfVoice } from './locale.ts';

/*
 * The documents that tell Twilio how a call goes on (twilio.com/docs/voice/twiml/connect/conversationrelay).
 * Telnyx reads the same elements, with fewer attributes.
 */

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** XML 1.0 allows no other control characters, not even as references. */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escaped = (text: string): string =>
  text.replace(forbidden, '').replace(/[&<>"]/g, (character) => references[character] ?? '');

const element = (name: string, attributes: Attributes, content = ''): string => {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
    .join('');
  return content === '' ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
};

const response = (...elements: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>${element('Response', {}, elements.join(''))}`;

/** Without a provider, the id names it. */
interface RelayVoice {
  readonly provider?: 'Google' | 'Amazon' | 'ElevenLabs';
  readonly id: string;
}

/** The settings of a call over the relay. */
export interface RelayCall {
  /** `wss://`; at Twilio without a query, which it signs in another way. */
  readonly socket_url: string;
  /** Learns of the end of the session, and decides how the call goes on. */
  readonly action_url: string;
  readonly language: string | null;
  /** The language of the voice, if it has another name than that of the call. */
  readonly voice_language?: string | undefined;
  readonly voice: RelayVoice | null;
  /** The languages that the call may change to, and back; none: it has one. */
  readonly languages: readonly { readonly code: string; readonly voice: RelayVoice | null }[];
  /** Reaches the socket with the setup. No secrets, and nothing of a payment. */
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * The languages with their voices, each once. A voice that is known to speak another language would end the
 * call (twilio.com/docs/api/errors/64106): the usual one speaks instead.
 */
const languageElements = ({ languages }: Pick<RelayCall, 'languages'>): string[] =>
  languages
    .filter(({ code }, at) => languages.findIndex((one) => one.code === code) === at)
    .map(({ code, voice }) => {
      const speaks = voice && (languageOfVoice(voice) ?? code) === code ? voice : null;
      return element('Language', { code, ttsProvider: speaks?.provider, voice: speaks?.id });
    });

/**
 * Connects a call with the relay. What a caller says while the agent speaks is not reported unless that is
 * asked for, and a socket that drops is not replaced.
 */
export const relayTwiml = ({
  socket_url,
  action_url,
  language,
  voice_language,
  voice,
  languages,
  parameters,
}: RelayCall): string => {
  const named = Object.entries(parameters).map(([name, value]) => element('Parameter', { name, value }));
  const relay = element(
    'ConversationRelay',
    {
      url: socket_url,
      language: language ?? undefined,
      ttsLanguage: voice_language === language ? undefined : voice_language,
      ttsProvider: voice?.provider,
      voice: voice?.id,
      interruptible: 'any',
      reportInputDuringAgentSpeech: 'any',
      ignoreBackchannel: true,
      dtmfDetection: true,
      applicationReconnect: true,
      events: 'speaker-events',
    },
    [...languageElements({ languages }), ...named].join(''),
  );
  return response(element('Connect', { action: action_url }, relay));
};

/**
 * Connects a call with the relay of Telnyx, by the attributes that its documents have: the address proves the
 * call (developers.telnyx.com/docs/voice/programmable-voice/texml-verbs/conversationrelay).
 */
export const relayTexml = ({
  socket_url,
  action_url,
  language,
  voice,
  languages,
}: Omit<RelayCall, 'parameters'>): string => {
  const relay = element(
    'ConversationRelay',
    {
      url: socket_url,
      language: language ?? undefined,
      voice: voice?.id,
      interruptible: 'any',
      dtmfDetection: true,
    },
    languageElements({ languages }).join(''),
  );
  return response(element('Connect', { action: action_url }, relay));
};

/** A transfer of a call. */
export interface DialedCall {
  readonly to: string;
  /** The number that it comes from; null: that of the caller. */
  readonly caller: string | null;
  /** Learns how it has ended, and decides how the call goes on. */
  readonly action_url: string;
}

/** The seconds after which nobody has answered. */
const ringingSeconds = 30;

/** Transfers a call to a number. */
export const dialTwiml = ({ to, caller, action_url }: DialedCall): string =>
  response(
    element(
      'Dial',
      { action: action_url, callerId: caller ?? undefined, timeout: ringingSeconds },
      escaped(to),
    ),
  );

/** Says a sentence, and hangs up. */
export const apologyTwiml = (text: string, language: string): string =>
  response(element('Say', { language }, escaped(text)), element('Hangup', {}));

export const hangUpTwiml = (): string => response(element('Hangup', {}));

/** Does not answer a call, which then costs nothing. */
export const rejectTwiml = (reason: 'busy' | 'rejected'): string => response(element('Reject', { reason }));
