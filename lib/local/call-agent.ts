import type { Interface } from 'node:readline';
import { createInterface } from 'node:readline';
import { createClient } from './client.ts';
import { startAccounts } from './phone-accounts.ts';
import type { LineMessage } from './phone-line.ts';
import { callNumber, newLineAccount } from './phone-line.ts';
import type { PlatformDescription } from './platform.ts';
import { StartError } from './start-error.ts';
import type { Terminal } from './talk.ts';
import { findAgent } from './talk.ts';

/** The numbers of the call. Nobody has them. */
const numbers = { from: '+15550100', to: '+15550199' } as const;

/** The characters that a voice speaks in a second. */
const charactersPerSecond = 15;

/** The words that a caller has heard of an answer that began so long ago, to the end of a word. */
const heardOf = (text: string, ms: number): string => {
  const characters = Math.floor((ms / 1000) * charactersPerSecond);
  if (characters >= text.length) return text;
  return text.slice(0, Math.max(0, text.lastIndexOf(' ', characters)));
};

/**
 * A call to an agent in the terminal, until it is over or the input ends. The line plays Twilio, and signs as
 * Twilio does. A line of text is said, an empty one interrupts, and a single digit is a key.
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
    const line = await callNumber({ voice_url: integration.webhook_url, account_id, auth_token, ...numbers });
    if (line.answered.instructions.relay_url === undefined) {
      throw new StartError(`The call was not answered: ${line.answered.instructions.text}`);
    }
    show(
      `A call to ${agent.name}. Type to speak; an empty line interrupts; a digit is a key. Ctrl-D hangs up.\n\n`,
    );
    let lines: Interface | undefined;
    let spoken = '';
    let began = 0;
    // Lines that came before the end of the input are answered before the caller hangs up.
    let answered = Promise.withResolvers<void>();
    const hear = ({ token = '', last }: LineMessage): void => {
      if (spoken === '') began = Date.now();
      spoken += token;
      show(token);
      if (!last) return;
      show('\nYou: ');
      answered.resolve();
    };
    const listening = (async () => {
      for await (const message of line.messages) {
        if (message.type === 'text') hear(message);
        if (message.type === 'sendDigits') show(`(presses ${message.digits})`);
        if (message.type === 'language') show(`(speaks ${message.transcriptionLanguage})`);
        if (message.type === 'end') break;
      }
      answered.resolve();
      lines?.close();
    })();
    await answered.promise;
    // Not before: lines that come while nobody reads them are lost.
    lines = createInterface({ input, output });
    lines.once('SIGINT', () => lines?.close());
    for await (const text of lines) {
      if (text.trim() === '') {
        line.interrupt(heardOf(spoken, Date.now() - began));
        show('(interrupted)\nYou: ');
        continue;
      }
      answered = Promise.withResolvers<void>();
      spoken = '';
      if (/^[0-9*#]$/.test(text.trim())) line.press(text.trim());
      else line.say(text);
    }
    await answered.promise;
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
