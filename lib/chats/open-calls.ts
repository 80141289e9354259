import type { AgentRecord } from '#lib/agents/agent-record.ts';
import type { ChatAnswer } from '#lib/contract/chats.ts';
import type { Sender } from '#lib/domain/caller.ts';
import type { AwaitedCall } from '#lib/domain/chats/session.ts';
import type { Answer, RunCall } from '#lib/model/converse.ts';

interface AnswerOfAgent {
  readonly agent: Pick<AgentRecord, 'tools'>;
  readonly answer: Pick<Answer, 'waiting'>;
}

const runnerOf = ({ agent }: AnswerOfAgent, { call, outcome }: RunCall): AwaitedCall['by'] => {
  if (outcome !== undefined) return 'platform';
  const tool = agent.tools.find(({ name }) => name === call.name);
  return tool?.action?.type === 'page' ? 'page' : 'program';
};

/** The calls whose results continue an answer. */
export const awaitedCalls = (given: AnswerOfAgent): AwaitedCall[] =>
  given.answer.waiting.map((run) => ({
    id: run.call.id,
    name: run.call.name,
    by: runnerOf(given, run),
  }));

/** The calls that the caller has to run: a page its own functions, and a program those as well as its own. */
export const openCalls = (
  given: AnswerOfAgent,
  { conversation_id }: Pick<Sender, 'conversation_id'>,
): ChatAnswer['tool_calls'] =>
  given.answer.waiting.flatMap((run) => {
    const by = runnerOf(given, run);
    const isOpen = by === 'page' || (by === 'program' && conversation_id === undefined);
    const { id, name, arguments: chosen } = run.call;
    return isOpen ? [{ id, name, arguments: chosen }] : [];
  });
