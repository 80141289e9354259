import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';

/*
 * Plays Twilio for one call, by Twilio's documents and with nothing of the code that answers it: it posts the
 * signed form of a call, reads the instructions, connects, and sends what a caller says
 * (twilio.com/docs/voice/conversationrelay, twilio.com/docs/usage/security).
 */

/** The account and the numbers of a call. */
export interface LineOptions {
  /** The voice URL of the number. */
  readonly voice_url: string;
  readonly account_id: string;
  readonly auth_token: string;
  readonly from: string;
  readonly to: string;
  readonly direction?: 'inbound' | 'outbound-api';
  /** The call's id; absent: a new one. */
  readonly call_id?: string;
  /** The caller's side sends the `setup` of the connection itself, as it is in `setup` of the line. */
  readonly isSetUpByCaller?: boolean;
  /** Awaited after the call was answered, before it is connected. */
  readonly connecting?: () => Promise<unknown>;
  /** Makes another signature than Twilio would; absent: the right one. */
  readonly sign?: (url: string, fields: Readonly<Record<string, string>>) => string;
  /** Names the key and the algorithm of the signatures; absent: the auth token signs with SHA-1. */
  readonly signature_settings?: string;
}

/** A message of the application to the line. */
export interface LineMessage {
  readonly type: string;
  readonly token?: string;
  readonly last?: boolean;
  readonly interruptible?: boolean;
  readonly lang?: string;
  readonly handoffData?: string;
  /** The keys that the agent presses. */
  readonly digits?: string;
  /** The language that is recognized from now on. */
  readonly transcriptionLanguage?: string;
}

/** The instructions of an answer, as far as a call needs them. */
interface Instructions {
  readonly text: string;
  readonly relay_url: string | undefined;
  readonly action: string | undefined;
  readonly parameters: Readonly<Record<string, string>>;
}

const unescaped = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

const attribute = (element: string, name: string): string | undefined => {
  const [, value] = new RegExp(`\\s${name}="([^"]*)"`).exec(element) ?? [];
  return value === undefined ? undefined : unescaped(value);
};

const instructionsIn = (text: string): Instructions => {
  const [connect = ''] = /<Connect\b[^>]*>/.exec(text) ?? [];
  const [relay = ''] = /<ConversationRelay\b[^>]*>/.exec(text) ?? [];
  const parameters = [...text.matchAll(/<Parameter\b[^>]*>/g)].map(
    ([element]) => [attribute(element, 'name') ?? '', attribute(element, 'value') ?? ''] as const,
  );
  return {
    text,
    relay_url: attribute(relay, 'url'),
    action: attribute(connect, 'action'),
    parameters: Object.fromEntries(parameters),
  };
};

/** The signature of Twilio: the address, and the names and values of the form in their order. */
export const lineSignature = (
  auth_token: string,
  url: string,
  fields: Readonly<Record<string, string>> = {},
): string => {
  const parts = Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHmac('sha1', auth_token)
    .update(url + parts.flat().join(''))
    .digest('base64');
};

/** A call as its caller hears it. */
export interface PhoneLine {
  readonly call_id: string;
  /** The status and the text of the answer to the call. */
  readonly answered: { readonly status: number; readonly instructions: Instructions };
  /** The first message of each connection. */
  readonly setup: Readonly<Record<string, unknown>>;
  /** Each message of the application, as it comes. Ends with the connection. */
  readonly messages: AsyncGenerator<LineMessage, void>;
  /** The words of the next answer, up to its end. */
  readonly hear: () => Promise<string>;
  readonly say: (text: string, language?: string) => void;
  readonly press: (digit: string) => void;
  /** The caller has interrupted the agent after these words. */
  readonly interrupt: (heard: string) => void;
  readonly send: (message: unknown) => void;
  /** The connection drops, and another one is opened on which the last messages are repeated. */
  readonly reconnect: (repeated?: number) => Promise<void>;
  /**
   * Posts the end of the session to the action of the answer, or to that of later instructions, and returns
   * the instructions that follow.
   */
  readonly finish: (fields?: Readonly<Record<string, string>>, action?: string) => Promise<Instructions>;
  readonly hangUp: () => Promise<Instructions>;
  readonly close: () => void;
}

/** Makes a call to a number, and connects it if it is answered. */
export const callNumber = async (options: LineOptions): Promise<PhoneLine> => {
  const { voice_url, account_id, auth_token, from, to, direction = 'inbound' } = options;
  const { sign = (url, fields) => lineSignature(auth_token, url, fields) } = options;
  const { call_id = `CA${randomBytes(16).toString('hex')}` } = options;
  const common = { AccountSid: account_id, CallSid: call_id, From: from, To: to, Direction: direction };

  const signedHeaders = (url: string, fields: Readonly<Record<string, string>>) => ({
    'x-twilio-signature': sign(url, fields),
    ...(options.signature_settings !== undefined && {
      'x-twilio-webhooks-signature-settings': options.signature_settings,
    }),
  });
  const post = async (url: string, more: Readonly<Record<string, string>>) => {
    const fields = { ...common, ...more };
    const response = await fetch(url, {
      method: 'POST',
      headers: signedHeaders(url, fields),
      body: new URLSearchParams(fields),
    });
    return { status: response.status, instructions: instructionsIn(await response.text()) };
  };

  const answered = await post(voice_url, { CallStatus: 'ringing' });
  const { relay_url, action, parameters } = answered.instructions;
  const session = `VX${randomBytes(16).toString('hex')}`;
  const setup = {
    type: 'setup',
    sessionId: session,
    accountSid: account_id,
    callSid: call_id,
    from,
    to,
    direction,
    callType: 'PSTN',
    callStatus: 'IN-PROGRESS',
    customParameters: parameters,
  };
  const sent: unknown[] = [];
  let socket: WebSocket | undefined;
  let handoff: string | undefined;
  let recognized = 'en-US';
  let queue: LineMessage[] = [];
  let isClosed = relay_url === undefined;
  let arrived = Promise.withResolvers<void>();
  const notify = () => {
    arrived.resolve();
    arrived = Promise.withResolvers<void>();
  };

  const connect = async (): Promise<void> => {
    if (relay_url === undefined) return;
    const opened = new WebSocket(relay_url, { headers: signedHeaders(relay_url, {}) });
    opened.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as LineMessage;
      if (message.type === 'end') handoff = message.handoffData ?? '';
      if (message.type === 'language') recognized = message.transcriptionLanguage ?? recognized;
      queue.push(message);
      notify();
    });
    opened.on('close', () => {
      if (socket !== opened) return;
      isClosed = true;
      notify();
    });
    opened.on('error', () => {});
    await Promise.race([once(opened, 'open'), once(opened, 'close')]);
    socket = opened;
    if (opened.readyState !== WebSocket.OPEN) isClosed = true;
    if (!isClosed && !options.isSetUpByCaller) opened.send(JSON.stringify(setup));
  };
  const opened = (): WebSocket | undefined => socket;
  const send = (message: unknown): void => {
    sent.push(message);
    socket?.send(JSON.stringify(message));
  };

  const messages = (async function* (): AsyncGenerator<LineMessage, void> {
    for (;;) {
      const next = queue.shift();
      if (next) yield next;
      else if (isClosed) return;
      else await arrived.promise;
    }
  })();

  const finish: PhoneLine['finish'] = async (more = {}, later = action) => {
    const current = socket;
    socket = undefined;
    current?.close();
    isClosed = true;
    notify();
    const fields = {
      CallStatus: 'in-progress',
      SessionId: session,
      SessionStatus: 'ended',
      ...(handoff !== undefined && { HandoffData: handoff }),
      ...more,
    };
    return (await post(later ?? voice_url, fields)).instructions;
  };

  await options.connecting?.();
  await connect();
  return {
    call_id,
    answered,
    setup,
    messages,
    hear: async () => {
      let words = '';
      for (;;) {
        const { value, done } = await messages.next();
        if (done || value.type === 'end') return words;
        if (value.type !== 'text') continue;
        words += value.token ?? '';
        if (value.last) return words;
      }
    },
    say: (text, lang = recognized) => send({ type: 'prompt', voicePrompt: text, lang, last: true }),
    press: (digit) => send({ type: 'dtmf', digit }),
    interrupt: (heard) =>
      send({ type: 'interrupt', utteranceUntilInterrupt: heard, durationUntilInterruptMs: 1000 }),
    send,
    reconnect: async (repeated = 0) => {
      const before = socket;
      socket = undefined;
      before?.terminate();
      queue = [];
      isClosed = false;
      await connect();
      const again = repeated > 0 ? sent.slice(-repeated) : [];
      for (const message of again) opened()?.send(JSON.stringify(message));
    },
    finish,
    hangUp: () => finish({ CallStatus: 'completed', SessionStatus: 'completed' }),
    close: () => socket?.terminate(),
  };
};

/** An account that exists on no carrier, for calls on one machine. */
export const newLineAccount = () => ({
  account_id: `AC${randomBytes(16).toString('hex')}`,
  auth_token: randomUUID().replaceAll('-', ''),
});
