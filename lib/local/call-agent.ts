import type { Interface } from 'node:readline';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from './client.ts';
import { startAccounts } from './phone-accounts.ts';
import type { LineMessage } from './phone-line.ts';
import { callNumber, newLineAccount } from './phone-line.ts';
import type { PlatformDescription } from './platform.ts';
import type { RelayClock, SentFrame } from './simulated-relay.ts';
import { simulatedRelay } from './simulated-relay.ts';
import { StartError } from './start-error.ts';
import type { Terminal } from './talk.ts';
import { findAgent } from './talk.ts';

/** The numbers of the call. Nobody has them. */
const numbers = { from: '+15550100', to: '+15550199' } as const;

/** The time that an answer may take at the end of the input. */
const longestAnswerMs = 30_000;

const clock: RelayClock = {
  now: Date.now,
  at: (time, run) => {
    const timer = setTimeout(run, Math.max(0, time - Date.now()));
    return () => clearTimeout(timer);
  },
};

/**
 * A call to an agent in the terminal, until it is over or the input ends. The line plays Twilio, and signs as
 * Twilio does. A line of text is said once the agent was heard to its end, an empty one interrupts it, and a
 * single digit is a key.
 */
export const callAgent = async (
  { base_url, api_key }: Pick<PlatformDescription, 'base_url' | 'api_key'>,
  wanted: string,
  { input, output }: Terminal,
): Promise<void> => {
  const api = createClient({ baseUrl: base_url, apiKey: api_key });
  const show = (text: string): void => void output.write(text);
  const agent = await findAgent(api, wanted);
  const accounts = await startAccounts();
  process.env.PROVIDER_URLS = JSON.stringify({ twilio: accounts.url });
  const { account_id, auth_token } = newLineAccount();
  const { client_id } = await api.agents.get({ params: { agent_id: agent.id } });
  const integration = await api.integrations.create({
    body: {
      client_id,
      provider: 'twilio',
      name: 'Terminal',
      account_id,
      api_key: auth_token,
      agents: [{ provider_agent_id: numbers.to, agent_id: agent.id }],
    },
  });
  try {
    const account = { voice_url: integration.webhook_url, account_id, auth_token };
    const line = await callNumber({ ...account, ...numbers, isSetUpByCaller: true });
    if (line.answered.instructions.relay_url === undefined) {
      throw new StartError(`The call was not answered: ${line.answered.instructions.text}`);
    }
    show(
      `A call to ${agent.name}. Type to speak; an empty line interrupts; a digit is a key. Ctrl-D hangs up.\n\n`,
    );
    /** Whether what was said last has been sent: words are recognized after a moment. */
    let isAsked = true;
    const deliver = ({ text }: SentFrame): void => {
      const message = JSON.parse(text) as LineMessage;
      isAsked ||= message.type === 'prompt' || message.type === 'dtmf';
      line.send(message);
    };
    const relay = simulatedRelay(clock, deliver, { setup: line.setup });
    relay.connect(line.call_id);
    let lines: Interface | undefined;
    // Lines that came before the end of the input are answered before the caller hangs up.
    let answered = Promise.withResolvers<void>();
    const hear = ({ token = '', last }: LineMessage): void => {
      show(token);
      if (!last) return;
      show('\nYou: ');
      if (isAsked) answered.resolve();
    };
    const listening = (async () => {
      for await (const message of line.messages) {
        relay.receive(JSON.stringify(message));
        if (message.type === 'text') hear(message);
        if (message.type === 'sendDigits') show(`(presses ${message.digits})`);
        if (message.type === 'language') show(`(speaks ${message.transcriptionLanguage})`);
        if (message.type === 'end') break;
      }
      relay.hangUp();
      answered.resolve();
      lines?.close();
    })();
    await answered.promise;
    // Not before: lines that come while nobody reads them are lost.
    lines = createInterface({ input, output });
    lines.once('SIGINT', () => lines?.close());
    if (relay.isOver()) lines.close();
    for await (const text of lines) {
      if (relay.isOver()) break;
      if (text.trim() === '') {
        relay.cough();
        answered.resolve();
        show('(interrupted)\nYou: ');
        continue;
      }
      answered = Promise.withResolvers<void>();
      isAsked = false;
      relay.hearOut();
      if (/^[0-9*#]$/.test(text.trim())) relay.press(text.trim());
      else relay.say(text);
    }
    // Nobody answers while a person has the call.
    await Promise.race([answered.promise, listening, wait(longestAnswerMs, undefined, { ref: false })]);
    relay.hangUp();
    const { text } = await line.finish({ CallStatus: 'completed', SessionStatus: 'completed' });
    await listening;
    const [, number] = /<Dial>([^<]+)</.exec(text) ?? [];
    show(number ? `\nThe call goes on at ${number}.\n` : '\nThe call is over.\n');
    const { data } = await api.conversations.list({ query: { agent_id: agent.id, limit: '1' } });
    if (data[0]) show(`${base_url}/conversations/${data[0].id}\n`);
  } finally {
    await api.integrations.remove({ params: { integration_id: integration.id } });
    await accounts.close();
  }
};
