import type { CompletionInput, CompletionMessage } from '#lib/contract/completions.ts';
import type { SaidMessage } from '../chats/history.ts';
import { withinLimits } from '../chats/history.ts';
import { newestOf } from '../chats/session.ts';
import type { PastCall } from '../chats/tool-results.ts';
import { parseJson } from '../json.ts';
import { isObject } from '../objects.ts';

/** A call of the agent, with the result that the client sends. */
export interface AnsweredCall {
  readonly call: { readonly id: string; readonly name: string; readonly arguments: Record<string, unknown> };
  readonly outcome: { readonly content: unknown };
}

interface HeardMessage {
  readonly role: 'user' | 'agent';
  readonly content: string;
}

/** A conversation as it was heard. */
export interface HeardConversation {
  readonly messages: readonly HeardMessage[];
  /**
   * The number of times that the agent was heard before the user's last message. A turn that the client asks
   * for again has the same.
   */
  readonly turn: number;
  /** The agent's last calls, whose results the client sends; empty: it sends a message. */
  readonly called: readonly AnsweredCall[];
}

/** The greatest length of a message that is read. */
const maxLength = 20_000;

const textOf = ({ content }: Pick<CompletionMessage, 'content'>): string => {
  if (typeof content === 'string') return content.slice(0, maxLength);
  const parts = Array.isArray(content) ? content.filter(isObject) : [];
  const texts = parts.flatMap(({ type, text }) =>
    type === 'text' && typeof text === 'string' ? [text] : [],
  );
  return texts.join('\n').slice(0, maxLength);
};

const jsonOf = (text: string): unknown => {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
};

/** Calls without a result were given up. */
const answeredCalls = (messages: readonly CompletionMessage[]): AnsweredCall[] => {
  const results = new Map(
    messages.flatMap((message) =>
      message.role === 'tool' && message.tool_call_id ? [[message.tool_call_id, textOf(message)]] : [],
    ),
  );
  return messages
    .flatMap(({ role, tool_calls }) => (role === 'assistant' ? (tool_calls ?? []) : []))
    .flatMap(({ id, function: { name, arguments: text } }) => {
      const result = results.get(id);
      const chosen = jsonOf(text);
      return result === undefined
        ? []
        : [
            {
              call: { id, name, arguments: isObject(chosen) ? chosen : {} },
              outcome: { content: jsonOf(result) },
            },
          ];
    });
};

/**
 * Reads the conversation that a client sends. Nothing after the last message of the user counts, except
 * results of tools.
 */
export const heardIn = ({ messages }: Pick<CompletionInput, 'messages'>): HeardConversation => {
  const last = messages.findLastIndex((message) => message.role === 'user' && textOf(message) !== '');
  const said = messages.slice(0, last + 1).flatMap((message): HeardMessage[] => {
    const content = textOf(message);
    if (content === '') return [];
    if (message.role === 'user') return [{ role: 'user', content }];
    return message.role === 'assistant' ? [{ role: 'agent', content }] : [];
  });
  return {
    messages: newestOf(said),
    turn: said.filter(({ role }) => role === 'agent').length,
    called: answeredCalls(messages.slice(last + 1)),
  };
};

/**
 * The conversation with the calls of the agent's own tools, each after the message of the user to which it
 * belongs. The client does not know of them.
 */
export const withCalls = (
  { messages, turn }: Pick<HeardConversation, 'messages' | 'turn'>,
  done: readonly (PastCall & { readonly turn: string })[],
): SaidMessage[] => {
  const madeFor = (wanted: number): SaidMessage[] =>
    done.flatMap(({ turn: own, call, outcome }) =>
      own === String(wanted) ? [{ role: 'agent', content: '', calls: [{ call, outcome }] }] : [],
    );
  // The oldest messages may be left out.
  let next = turn - messages.filter(({ role }) => role === 'agent').length;
  const said = messages.flatMap((message): SaidMessage[] => {
    if (message.role === 'user') return [message];
    next += 1;
    return [...madeFor(next - 1), message];
  });
  return withinLimits([...said, ...madeFor(turn)]);
};
