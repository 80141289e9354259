import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { ChatAnswer } from '#lib/contract/chats.ts';
import type { Client } from './client.ts';
import { ApiProblem, createClient } from './client.ts';
import type { PlatformDescription } from './platform.ts';
import { StartError } from './start-error.ts';

export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
}

/** An agent by its id or the beginning of its name. */
export const findAgent = async (
  api: Client,
  wanted: string,
): Promise<{ readonly id: string; readonly name: string }> => {
  const names: string[] = [];
  for await (const { id, name } of api.agents.list.all()) {
    if (id === wanted || name.toLowerCase().startsWith(wanted.toLowerCase())) return { id, name };
    names.push(name);
  }
  const known = [...new Set(names)].slice(0, 20).join(', ') || 'none; --demo adds some';
  throw new StartError(`There is no agent ${wanted}. Agents: ${known}`);
};

const variable = /^\/variables\/(.+)$/;

/** The person at the terminal, with a made-up number. */
const caller = { id: 'terminal', name: 'You', number: '+15550100' };

/** Starts a chat. The names of variables stand in for their values. */
const startChat = async (api: Client, agent_id: string) => {
  const start = (variables: Readonly<Record<string, string>>) =>
    api.chats.create({ params: { agent_id }, body: { caller, variables } });
  try {
    return await start({});
  } catch (error) {
    const names =
      error instanceof ApiProblem ? error.errors.map(({ pointer = '' }) => variable.exec(pointer)?.[1]) : [];
    const missing = names.filter((name) => name !== undefined);
    if (missing.length === 0) throw error;
    return start(Object.fromEntries(missing.map((name) => [name, `(${name})`])));
  }
};

/** Reads a tool's result that a person typed: JSON, or otherwise text. */
const resultOf = (line: string): unknown => {
  try {
    return JSON.parse(line || 'null');
  } catch {
    return line;
  }
};

const people = {
  agent: '',
  waiting: '(The agent has asked for a person, who can answer in the console.)\n',
  human: '(A person answers in the console.)\n',
} as const;

/**
 * A chat with an agent in the terminal, until it is over or the input ends. Whoever types also runs the tools
 * that the platform leaves to others.
 */
export const talk = async (
  { base_url, api_key }: Pick<PlatformDescription, 'base_url' | 'api_key'>,
  wanted: string,
  { input, output }: Terminal,
): Promise<void> => {
  const api = createClient({ baseUrl: base_url, apiKey: api_key });
  const show = (text: string): void => void output.write(text);
  const agent = await findAgent(api, wanted);
  const chat = await startChat(api, agent.id);
  const params = { conversation_id: chat.id };
  let open: ChatAnswer['tool_calls'] = [];
  let results: { readonly id: string; readonly result: unknown }[] = [];

  const answerTo = async (text: string): Promise<ChatAnswer | undefined> => {
    for await (const event of api.chats.stream.events({ params, body: { text } })) {
      if (event.type === 'delta') show(event.text);
      if (event.type === 'tool' && event.status !== 'started') show(`(${event.name}: ${event.status})\n`);
      if (event.type === 'done') return event;
    }
    return undefined;
  };

  const answerToResults = async (): Promise<ChatAnswer> => {
    const answer = await api.chats.sendResults({ params, body: { results } });
    show(answer.message ?? '');
    return answer;
  };

  /** A line is the result of a tool that the agent waits for, or a message. */
  const take = async (line: string): Promise<ChatAnswer | undefined> => {
    const call = open[results.length];
    if (!call) return line.trim() === '' ? undefined : answerTo(line);
    results.push({ id: call.id, result: resultOf(line) });
    return results.length < open.length ? undefined : answerToResults();
  };

  const lines = createInterface({ input, output });
  // In a terminal, Ctrl-C comes as a character.
  lines.once('SIGINT', () => lines.close());
  let hasEnded = false;
  lines.once('close', () => {
    hasEnded = true;
  });
  const ask = (): void => {
    const call = open[results.length];
    const prompt = call ? `${call.name}(${JSON.stringify(call.arguments)}) returns: ` : 'You: ';
    // Lines that came before the end of the input are still to be answered.
    if (hasEnded) show(prompt);
    else {
      lines.setPrompt(prompt);
      lines.prompt();
    }
  };

  show(`A chat with ${agent.name}. An empty input (Ctrl-D) ends it, and the platform.\n\n`);
  if (chat.message !== null) show(`${chat.message}\n`);
  ask();
  for await (const line of lines) {
    try {
      const answer = await take(line);
      if (answer) {
        show(`\n${people[answer.handling]}`);
        [open, results] = [answer.tool_calls, []];
        if (answer.ended) break;
      }
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      show(`(${error.message})\n`);
      [open, results] = [[], []];
    }
    ask();
  }
  lines.close();
  await api.chats.end({ params });
  show(`\nThe chat is over: ${base_url}/conversations/${chat.id}\n`);
};
