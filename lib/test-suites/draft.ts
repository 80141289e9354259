import type { ScenarioCheck, ScenarioInput, ScenarioMock } from '#lib/contract/scenarios.ts';
import type { Tool } from '#lib/contract/tools.ts';
import type { Turn } from '#lib/contract/transcripts.ts';
import { shortened } from '#lib/domain/text.ts';

const noCheck: ScenarioCheck = {
  ...{
    type: 'calls_tool',
    name: null,
    required: true,
    turn: null,
    contains: [],
    equals: null,
    pattern: null,
  },
  ...{ absent: false, tool: null, arguments: [], min: null, max: null, node: null, by: null },
  ...{ document_id: null, instruction: null, examples: [], p95_ms: null },
};

const maxMessages = 200;
const maxLine = 2000;

const fits = (value: unknown): boolean => Buffer.byteLength(JSON.stringify(value ?? null)) <= 16_384;

/**
 * A scenario that begins before a turn of a call: the caller says what was said then, mocks return what tools
 * returned, and each call of a tool that the agent made becomes a check. The platform's abilities need no
 * mocks.
 */
export const draftFrom = (
  conversation: { readonly id: string; readonly agent_id: string },
  turns: readonly Pick<Turn, 'index' | 'role' | 'text' | 'tool_calls'>[],
  turn: number,
  tools: readonly Pick<Tool, 'name' | 'action'>[],
): Omit<ScenarioInput, 'client_id'> => {
  const before = turns.filter(({ index }) => index < turn);
  const after = turns.filter(({ index }) => index >= turn);
  const said = before.flatMap(({ role, text }) =>
    (role === 'user' || role === 'agent') && text !== '' ? [{ role, content: shortened(text, 10_000) }] : [],
  );
  const lines = after.flatMap(({ role, text }) =>
    role === 'user' && text !== '' ? [shortened(text, maxLine)] : [],
  );
  const all = new Set(tools.map(({ name }) => name));
  const mocked = new Set(tools.filter(({ action }) => action?.type !== 'builtin').map(({ name }) => name));
  const calls = turns.flatMap(({ tool_calls }) => tool_calls).filter(({ name }) => mocked.has(name));
  const made = after.flatMap(({ tool_calls }) => tool_calls).filter(({ name }) => all.has(name));
  const mocks = calls.map(
    ({ name, result, error }): ScenarioMock => ({
      ...{ name, when: [], times: 1 },
      result: fits(result) ? result : null,
      error: error === null ? null : shortened(error, 1000),
    }),
  );
  const wanted = [...new Set(made.map(({ name }) => name))];
  const checks = wanted.map((tool): ScenarioCheck => ({ ...noCheck, tool, min: 1 }));
  const spoken: ScenarioCheck = { ...noCheck, type: 'ends', by: 'caller', required: false };
  return {
    name: 'A call',
    agent_id: conversation.agent_id,
    tags: [],
    start: { messages: said.slice(-maxMessages), node: null, variables: {} },
    caller: {
      ...{
        kind: 'script',
        lines: lines.length > 0 ? lines.slice(0, 50) : ['Hello?'],
        persona: null,
        goal: null,
      },
      ...{ facts: {}, behavior: 'cooperative', language: null, opening: null },
    },
    max_turns: Math.min(40, Math.max(12, lines.length + 2)),
    tool_mocks: mocks.slice(0, 128),
    checks: checks.length > 0 ? checks.slice(0, 30) : [spoken],
    source: { conversation_id: conversation.id, turn },
    metadata: {},
  };
};
