import type { Agent } from '#lib/contract/agents.ts';
import type { CompletionInput } from '#lib/contract/completions.ts';
import type { Tool } from '#lib/contract/tools.ts';

type ClientTool = Pick<Tool, 'name' | 'description' | 'parameters'>;
type AgentTools = Pick<Agent, 'tools'>;

/** The tools by which a voice provider ends a call, with the arguments that each expects. */
const enders: Readonly<Record<string, () => object>> = {
  end_call: () => ({ reason: 'The agent has ended the conversation' }),
  endCall: () => ({}),
};

/** The tools by which a voice provider transfers a call. */
const transferrers: Readonly<Record<string, (to: string) => object>> = {
  transfer_to_number: (to) => ({
    reason: 'The agent transfers the call',
    transfer_number: to,
    client_message: '',
    agent_message: '',
  }),
  transferCall: (to) => ({ destination: to }),
};

/** The tools of an agent and of its client, as a language model gets them. */
export interface OfferedTools {
  /** Those of the agent that can be called here. */
  readonly own: readonly Tool[];
  /** Those that the client runs. */
  readonly client: readonly ClientTool[];
  /** The client's tool that ends the call; undefined: it has none. */
  readonly ender: string | undefined;
  /** The client's tool that transfers the call; undefined: it has none. */
  readonly transferrer: string | undefined;
}

const toolsIn = ({ tools, tool_choice }: Pick<CompletionInput, 'tools' | 'tool_choice'>): ClientTool[] =>
  (tool_choice === 'none' ? [] : (tools ?? [])).flatMap(({ type, function: found }) =>
    type === 'function' && found
      ? [{ name: found.name, description: found.description ?? null, parameters: found.parameters ?? {} }]
      : [],
  );

/**
 * Brings together the tools of both. The agent's own ability to end or transfer a call uses the client's
 * tool, which the model then does not get as well. The agent's own `send_digits` and `switch_language` are
 * left out: the client has its own tool for keys, and decides on the language. Nobody takes over in a call,
 * and it has no page, so `hand_over` and functions of pages are left out.
 */
export const offeredBeside = (
  { tools }: AgentTools,
  input: Pick<CompletionInput, 'tools' | 'tool_choice'>,
): OfferedTools => {
  const sent = toolsIn({ ...input, tool_choice: undefined });
  const ender = sent.find(({ name }) => Object.hasOwn(enders, name))?.name;
  const transferrer = sent.find(({ name }) => Object.hasOwn(transferrers, name))?.name;
  const own = tools.filter(({ name, action }) => {
    if (action?.type === 'page') return sent.some((tool) => tool.name === name);
    if (action?.type !== 'builtin') return true;
    return action.name === 'end' || (action.name === 'transfer' && transferrer !== undefined);
  });
  const has = (name: string) => own.some(({ action }) => action?.type === 'builtin' && action.name === name);
  const replaced = [has('end') && ender, has('transfer') && transferrer];
  const client = toolsIn(input).filter(
    (tool, at, all) =>
      !replaced.includes(tool.name) &&
      !own.some(({ name }) => name === tool.name) &&
      all.findIndex(({ name }) => name === tool.name) === at,
  );
  return { own, client, ender, transferrer };
};

/**
 * The call by which the client ends or transfers the conversation; undefined: it continues, or the client
 * cannot.
 */
export const controlOf = (
  { ender, transferrer }: Pick<OfferedTools, 'ender' | 'transferrer'>,
  { ended, transfer }: { readonly ended: boolean; readonly transfer: { readonly to: string } | undefined },
): { readonly name: string; readonly arguments: object } | undefined => {
  if (transfer && transferrer !== undefined) {
    return { name: transferrer, arguments: transferrers[transferrer]?.(transfer.to) ?? {} };
  }
  return ended && ender !== undefined ? { name: ender, arguments: enders[ender]?.() ?? {} } : undefined;
};
