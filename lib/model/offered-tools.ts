import type { Agent } from '#lib/contract/agents.ts';
import type { FlowNode } from '#lib/contract/conversation-flow.ts';
import type { Tool } from '#lib/contract/tools.ts';
import { keyParameters } from '#lib/domain/agents/pressed-keys.ts';
import { languageParameters } from '#lib/domain/agents/spoken-languages.ts';
import { isObject } from '#lib/domain/objects.ts';
import type { OfferedTool } from './dialogue.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The fields whose names the platform does not set. */
export const withoutBound = (fields: Fields, bind: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !Object.hasOwn(bind, name)));

/** The JSON Schema that the language model sees: without the arguments that the platform sets. */
export const visibleParameters = (parameters: Fields, bind: Fields): Fields => {
  const { properties, required } = parameters;
  return {
    ...parameters,
    ...(isObject(properties) && { properties: withoutBound(properties, bind) }),
    ...(Array.isArray(required) && {
      required: required.filter((name) => typeof name !== 'string' || !Object.hasOwn(bind, name)),
    }),
  };
};

/** The parameters of a tool that the language model sees. */
const parametersOf = ({ parameters, action }: Tool, agent: Pick<Agent, 'language'>): Fields => {
  if (action?.type === 'builtin' && action.name === 'send_digits') return keyParameters;
  if (action?.type === 'builtin' && action.name === 'switch_language')
    return languageParameters(action, agent);
  return action && 'bind' in action ? visibleParameters(parameters, action.bind) : parameters;
};

/** The tools that the language model may call at a node. */
export const offeredTools = (
  agent: Pick<Agent, 'tools' | 'language'>,
  node: Pick<FlowNode, 'tools'> | undefined,
): OfferedTool[] =>
  agent.tools
    .filter(({ name }) => node?.tools?.includes(name) ?? true)
    .map((tool) => ({
      name: tool.name,
      description: tool.description,
      parameters: parametersOf(tool, agent),
    }));
