import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { ReceivedFrame, VoiceFrame, VoiceOutput } from './frames.ts';

/*
 * The messages of ConversationRelay, of Twilio and of Telnyx, whose differences are names of fields
 * (twilio.com/docs/voice/conversationrelay/websocket-messages,
 * developers.telnyx.com/docs/voice/programmable-voice/conversation-relay).
 */

/** The greatest message that is read. API Gateway takes 128 KB, and a caller says less in one breath. */
const maxFrameBytes = 32 * 1024;

const Short = z.string().check(z.maxLength(256));
const Optional = z.catch(z.nullable(Short), null);

const Setup = z.object({
  type: z.literal('setup'),
  callSid: z.optional(Short),
  callControlId: z.optional(Short),
  from: Optional,
  to: Optional,
  customParameters: z.catch(z.record(Short, z.string().check(z.maxLength(1000))), {}),
});
const Prompt = z.object({
  type: z.literal('prompt'),
  voicePrompt: z.string().check(z.maxLength(8000)),
  lang: z.catch(z.nullable(z.string().check(z.maxLength(35))), null),
  last: z.optional(z.boolean()),
});
const Interrupt = z.object({
  type: z.literal('interrupt'),
  utteranceUntilInterrupt: z.string().check(z.maxLength(20_000)),
});
const Dtmf = z.object({ type: z.literal('dtmf'), digit: z.string().check(z.regex(/^[0-9A-D*#]$/)) });
const Info = z.object({ type: z.literal('info'), name: Short, value: z.unknown() });
const Fault = z.object({ type: z.literal('error'), description: z.catch(z.string(), '') });
const Other = z.object({ type: z.enum(['configUpdated']) });

const Message = z.discriminatedUnion('type', [Setup, Prompt, Interrupt, Dtmf, Info, Fault, Other]);

const frameOf = (message: z.output<typeof Message>): VoiceFrame | undefined => {
  switch (message.type) {
    case 'setup': {
      const { callSid, callControlId, from, to, customParameters: parameters } = message;
      const call_id = callSid ?? callControlId;
      return call_id === undefined ? undefined : { type: 'setup', call_id, from, to, parameters };
    }
    case 'prompt': {
      const text = message.voicePrompt.trim();
      // Words that are not final come again.
      if (message.last === false || text === '') return { type: 'note' };
      return { type: 'prompt', text, language: message.lang };
    }
    case 'interrupt':
      return { type: 'interrupt', heard: { utterance: message.utteranceUntilInterrupt } };
    case 'dtmf':
      return { type: 'keys', digits: message.digit };
    case 'info':
      if (message.name === 'agentSpeaking') return { type: 'playing', on: message.value === 'on' };
      if (message.name === 'clientSpeaking') return { type: 'speaking', on: message.value === 'on' };
      return { type: 'note' };
    case 'error':
      return { type: 'fault', detail: message.description.slice(0, 500) };
    default:
      return { type: 'note' };
  }
};

/** The same for messages with the same fields, in any order. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, canonical(inner)]));
};

const hashOf = (message: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(canonical(message)))
    .digest('base64url')
    .slice(0, 6);

/** The frame in a message of the relay; undefined: it is malformed, too large, or of an unknown type. */
export const readRelay = (text: string): Pick<ReceivedFrame, 'frame' | 'hash'> | undefined => {
  if (Buffer.byteLength(text) > maxFrameBytes) return undefined;
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { data } = Message.safeParse(message);
  const frame = data && frameOf(data);
  return frame && { frame, hash: hashOf(message) };
};

/** The carriers whose relays are spoken to. */
type RelayCarrier = 'twilio' | 'telnyx';

/**
 * The message that makes the relay of a carrier do something. Telnyx's documents know neither languages and
 * interruptions of single texts, nor data for the end.
 */
export const writeRelay = (output: VoiceOutput, carrier: RelayCarrier): string => {
  const isTwilio = carrier === 'twilio';
  switch (output.type) {
    case 'text': {
      const { text: token, last, language: lang, uninterruptible } = output;
      if (!isTwilio) return JSON.stringify({ type: 'text', token, last });
      const fields = { ...(lang !== null && { lang }), ...(uninterruptible && { interruptible: false }) };
      return JSON.stringify({ type: 'text', token, last, ...fields });
    }
    case 'keys':
      return JSON.stringify({ type: 'sendDigits', digits: output.digits });
    case 'language': {
      const { language } = output;
      return JSON.stringify({ type: 'language', ttsLanguage: language, transcriptionLanguage: language });
    }
    case 'end':
      return JSON.stringify({ type: 'end', ...(isTwilio && { handoffData: output.handoff }) });
  }
};
