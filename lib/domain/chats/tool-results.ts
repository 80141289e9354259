import type { Fault } from '#lib/contract/errors.ts';
import { ApiError, invalid } from '#lib/contract/errors.ts';
import type { ToolCall, Turn } from '#lib/contract/transcripts.ts';
import type { AwaitedCall, ChatSession, ToolResult } from './session.ts';

/** A call of an earlier step with its result. */
export interface PastCall {
  readonly call: { readonly id: string; readonly name: string; readonly arguments: Record<string, unknown> };
  readonly outcome: { readonly content: unknown; readonly error?: string };
}

/** The result of a call as a model receives it. */
export const outcomeOf = ({ result, error }: Pick<ToolCall, 'result' | 'error'>): PastCall['outcome'] => ({
  content: result,
  ...(error !== null && { error }),
});

/**
 * Refuses results of calls that the agent does not wait for, and missing ones. The page of a chat sends those
 * of its own functions only: otherwise its user could decide what a program says.
 */
export const refuseUnawaited = (
  { awaited }: Pick<ChatSession, 'awaited'>,
  results: readonly ToolResult[],
  byPage: boolean,
): void => {
  if (awaited.length === 0) throw new ApiError('no_tool_calls');
  const open = awaited.filter(({ by }) => by !== 'platform');
  const mayAnswer = ({ by }: AwaitedCall) => by === 'page' || !byPage;
  const strange = results.flatMap(({ id }, at): Fault[] =>
    open.some((call) => call.id === id && mayAnswer(call)) &&
    results.findIndex((other) => other.id === id) === at
      ? []
      : [{ pointer: `/results/${at}/id`, code: 'not_found', detail: 'must be the id of a call, once' }],
  );
  const missing = open.filter(({ id }) => !results.some((result) => result.id === id));
  const lacking = missing.map(
    ({ id }): Fault => ({ pointer: '/results', code: 'required', detail: `must have the result of ${id}` }),
  );
  if (strange.length + lacking.length > 0) throw invalid(...strange, ...lacking);
};

/** The agent's last calls with their results: those that were sent, and those of the platform's own tools. */
export const calledTools = (
  { awaited, pending }: Pick<ChatSession, 'awaited' | 'pending'>,
  turns: readonly Pick<Turn, 'tool_calls'>[],
): PastCall[] => {
  const results = pending.find((message) => message.results)?.results;
  if (!results) return [];
  const said = turns.findLast(({ tool_calls }) => tool_calls.some(({ id }) => id === awaited[0]?.id));
  return awaited.flatMap(({ id }) => {
    const call = said?.tool_calls.find((one) => one.id === id);
    if (!call) return [];
    return {
      call: { id, name: call.name, arguments: call.arguments as Record<string, unknown> },
      outcome: outcomeOf(results.find((one) => one.id === id) ?? call),
    };
  });
};

/** The results as a turn shows them. */
export const shownResults = (
  { awaited }: Pick<ChatSession, 'awaited'>,
  results: readonly ToolResult[],
): ToolCall[] =>
  results.map(({ id, result, error }) => ({
    id,
    name: awaited.find((call) => call.id === id)?.name ?? id,
    arguments: {},
    result: result as ToolCall['result'],
    error,
  }));
