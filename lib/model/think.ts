import type { LanguageModel, ModelMessage, ToolSet } from 'ai';
import { generateText, jsonSchema, streamText, tool } from 'ai';
import type { Agent } from '#lib/contract/agents.ts';
import type { FlowNode } from '#lib/contract/conversation-flow.ts';
import type { SaidMessage } from '#lib/domain/chats/history.ts';
import type { PastCall } from '#lib/domain/chats/tool-results.ts';
import { isTooDeep } from '#lib/domain/json.ts';
import { isObject } from '#lib/domain/objects.ts';
import type { Call, OfferedTool, Step, Thinker, Turn } from './dialogue.ts';
import { shownResult } from './dialogue.ts';
import { failureOf, isUncharged, modelFailed } from './failures.ts';
import { estimatedTokens, reportedTokens } from './tokens.ts';

const maxCalls = 32;
const maxArgumentBytes = 16_384;
const maxText = 100_000;

// The SDK's warnings concern the settings of a call, which come from agents here.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** Bedrock's conversations begin with the user, and an agent may have spoken first. */
const opening: ModelMessage = { role: 'user', content: '(The conversation begins.)' };

interface ToolRequest {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

const resultOf = ({ id, name }: ToolRequest, value: unknown) => ({
  type: 'tool-result' as const,
  toolCallId: id,
  toolName: name,
  output: { type: 'json' as const, value: (value ?? null) as never },
});

/** An id that no other call of the conversation has: models begin again with each step or answer. */
const distinct = (id: string, used: Set<string>): string => {
  const free = used.has(id) ? distinct(`${id.slice(0, 50)}_${used.size}`, used) : id;
  used.add(free);
  return free;
};

/** The steps that led to a message, each as the model took it. */
const stepsOf = (calls: readonly PastCall[], used: Set<string>): ModelMessage[] =>
  calls.flatMap(({ call: { id, name: toolName, arguments: input }, outcome }): ModelMessage[] => {
    const toolCallId = distinct(id, used);
    const result = resultOf({ id: toolCallId, name: toolName, input }, shownResult(outcome));
    return [
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName, input }] },
      { role: 'tool', content: [result] },
    ];
  });

const toMessages = (said: readonly SaidMessage[], called: readonly Call[]): ModelMessage[] => {
  const used = new Set(called.map(({ id }) => id));
  const messages = said.flatMap(({ role, content, calls = [] }): ModelMessage[] => {
    if (role === 'user') return [{ role, content }];
    const words: ModelMessage[] = content === '' ? [] : [{ role: 'assistant', content }];
    return [...stepsOf(calls, used), ...words];
  });
  return messages[0]?.role === 'user' ? messages : [opening, ...messages];
};

/** The agent's message with its last calls, which the first step answers. */
const callsOf = (called: readonly Call[]): ModelMessage[] => {
  const content = called.map(({ id: toolCallId, name: toolName, arguments: input }) => ({
    type: 'tool-call' as const,
    toolCallId,
    toolName,
    input,
  }));
  return content.length > 0 ? [{ role: 'assistant', content }] : [];
};

/** A name that none of the agent's tools has. */
const unused = (name: string, tools: readonly OfferedTool[]): string =>
  tools.some((other) => other.name === name) ? unused(`${name}_`, tools) : name;

/** The tools for the flow: one to move to the next node, or one to end the conversation. */
const flowTools = (
  node: FlowNode | undefined,
  names: { readonly move: string; readonly end: string },
): ToolSet => {
  if (!node) return {};
  const ways = [...new Set(node.transitions.map(({ to }) => to))];
  if (ways.length === 0) {
    return {
      [names.end]: tool({
        description:
          'Ends the conversation. Call it with your last words, once there is nothing left to say.',
        inputSchema: jsonSchema({ type: 'object', properties: {} }),
      }),
    };
  }
  return {
    [names.move]: tool({
      description: 'Goes on to another part of the conversation, as soon as its condition holds.',
      inputSchema: jsonSchema({
        type: 'object',
        properties: { to: { type: 'string', enum: ways } },
        required: ['to'],
      }),
    }),
  };
};

const ownTools = (tools: readonly OfferedTool[]): ToolSet =>
  Object.fromEntries(
    tools.map(({ name, description, parameters }) => [
      name,
      tool({
        ...(description && { description }),
        inputSchema: jsonSchema({ type: 'object', properties: {}, ...parameters }),
      }),
    ]),
  );

const estimateOf = (read: unknown, written: number): Step['usage'] => ({
  input: estimatedTokens(JSON.stringify(read).length),
  output: estimatedTokens(written),
});

/**
 * Bedrock cannot be asked with tools that must not be called. Without tools, the library would send it none
 * of the calls and results before, and the agent would not know what it has done.
 */
const keepsTools = (model: LanguageModel): boolean =>
  typeof model !== 'string' && model.provider === 'amazon-bedrock';

/** The node that the model moves to, which must be one of the transitions. */
const wayOf = (move: unknown, node: FlowNode | undefined): string => {
  const way = isObject(move) && node?.transitions.find(({ to }) => to === move.to);
  if (!way) throw modelFailed('The model chose a node that the current node does not lead to');
  return way.to;
};

/** The parts of a model's answer that are used. */
type GeneratedText = Pick<
  Awaited<ReturnType<typeof generateText>>,
  'text' | 'usage' | 'toolCalls' | 'responseMessages'
>;

/** An answer with the tokens that its model reports, or an estimate of them. */
type CountedText = Omit<GeneratedText, 'usage'> & Pick<Step, 'usage'>;

const writtenIn = ({ text, toolCalls }: Pick<GeneratedText, 'text' | 'toolCalls'>): number =>
  toolCalls.reduce((sum, { input }) => sum + JSON.stringify(input ?? null).length, text.length);

/** Yields the same as the answer, with the caller's error in place of the model's. */
async function* failing(answer: AsyncGenerator<string, CountedText>, signal: AbortSignal) {
  try {
    return yield* answer;
  } catch (error) {
    throw failureOf(error, signal);
  }
}

/** Uses a language model to answer for an agent. */
export const think =
  (model: LanguageModel, agent: Pick<Agent, 'model'>, maxTokens: number): Thinker =>
  (said, { signal: newSignal, streams, called, reserve, spent }) => {
    const messages = [...toMessages(said, called), ...callsOf(called)];
    let asked: readonly ToolRequest[] = called.map(({ arguments: input, ...call }) => ({ ...call, input }));
    let names = { move: '', end: '' };

    const isOwn = ({ name }: ToolRequest) => name !== names.move && name !== names.end;

    /** Returns the results of its calls to the model. */
    const answerCalls = (results: readonly unknown[]): void => {
      if (asked.length === 0) return;
      const answers = results.values();
      const content = asked.map((call) =>
        resultOf(call, isOwn(call) ? answers.next().value : { done: true }),
      );
      messages.push({ role: 'tool', content });
    };

    const requestOf = ({ instructions, node, tools, mustSpeak }: Turn, signal: AbortSignal) => {
      names = { move: unused('go_to', tools), end: unused('end_conversation', tools) };
      const offered = { ...ownTools(tools), ...flowTools(node, names) };
      const { temperature = null, max_tokens = null } = agent.model ?? {};
      const isAsked = mustSpeak && keepsTools(model);
      return {
        model,
        instructions: isAsked ? `${instructions}\n\nSpeak now, and call no tool.` : instructions,
        messages,
        ...(Object.keys(offered).length > 0 && {
          tools: offered,
          toolChoice: mustSpeak && !isAsked ? ('none' as const) : ('auto' as const),
        }),
        ...(temperature !== null && { temperature }),
        maxOutputTokens: Math.min(max_tokens ?? maxTokens, maxTokens),
        maxRetries: 0,
        abortSignal: signal,
      };
    };

    /** Yields the text as it comes, and returns the complete answer of the model. */
    async function* ask(turn: Turn, time: AbortSignal): AsyncGenerator<string, CountedText> {
      const left = new AbortController();
      const signal = AbortSignal.any([time, left.signal]);
      const request = requestOf(turn, signal);
      const read = [request.instructions, messages, turn.tools];
      await reserve(estimatedTokens(JSON.stringify(read).length) + request.maxOutputTokens);
      let begun = 0;
      // A model charges what it has begun, and reports it only at the end.
      let isCharged = true;
      const counted = ({ usage, ...found }: GeneratedText): CountedText => {
        const used = reportedTokens(usage) ?? estimateOf(read, writtenIn(found));
        isCharged = false;
        spent(used);
        return { ...found, usage: used };
      };
      try {
        if (!streams) {
          const { text, usage, toolCalls, responseMessages } = await generateText(request);
          const found = counted({ text, usage, toolCalls, responseMessages });
          yield text;
          return found;
        }
        const stream = streamText({ ...request, onError: () => {} });
        for await (const part of stream.fullStream) {
          if (part.type === 'error') throw part.error;
          if (part.type === 'tool-input-delta') begun += part.delta.length;
          if (part.type !== 'text-delta') continue;
          begun += part.text.length;
          yield part.text;
        }
        return counted({
          text: await stream.text,
          usage: await stream.usage,
          toolCalls: await stream.toolCalls,
          responseMessages: await stream.responseMessages,
        });
      } catch (error) {
        if (begun === 0 && !time.aborted && isUncharged(error)) isCharged = false;
        throw error;
      } finally {
        if (isCharged) spent(estimateOf(read, begun));
        left.abort();
      }
    }

    const toStep = ({ text, usage }: CountedText, { node, tools }: Turn): Step => {
      if (asked.length > maxCalls) throw modelFailed('The model called too many tools at once');
      const calls = asked.filter(isOwn).map(({ id, name, input }): Call => {
        if (!tools.some((known) => known.name === name))
          throw modelFailed('The model called a tool that the agent does not have');
        if (
          !isObject(input) ||
          isTooDeep(input) ||
          Buffer.byteLength(JSON.stringify(input)) > maxArgumentBytes
        ) {
          throw modelFailed('The model called a tool with invalid arguments');
        }
        return { id, name, arguments: input };
      });
      const move = asked.find(({ name }) => name === names.move);
      return {
        text: text.trim().slice(0, maxText),
        calls,
        ...(move && { moveTo: wayOf(move.input, node) }),
        ends: asked.some(({ name }) => name === names.end),
        usage,
      };
    };

    return {
      next: async function* (turn) {
        answerCalls(turn.results);
        const signal = newSignal();
        const found = yield* failing(ask(turn, signal), signal);
        asked = turn.mustSpeak
          ? []
          : found.toolCalls.map(({ toolCallId: id, toolName: name, input }) => ({ id, name, input }));
        messages.push(...found.responseMessages.filter(({ role }) => role === 'assistant'));
        return toStep(found, turn);
      },
    };
  };
