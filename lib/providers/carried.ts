import type { Agent } from '#lib/contract/agents.ts';
import type { NotCarried } from '#lib/contract/deployments.ts';
import type { BuiltinName } from '#lib/contract/tools.ts';
import type { DeploymentOrder } from '#lib/domain/integrations/deployer.ts';

type SentAgent = DeploymentOrder['agent'];

const characterOf = ({ personality }: SentAgent): string | undefined => {
  if (!personality) return undefined;
  const { tone, style, traits } = personality;
  const sentences = [
    tone && `Your tone of voice is ${tone}.`,
    style && `Your manner of speaking is ${style}.`,
    traits.length > 0 && `You are ${traits.join(', ')}.`,
  ].filter((sentence) => typeof sentence === 'string' && sentence !== '');
  return sentences.length > 0 ? sentences.join(' ') : undefined;
};

/** The steps of a flow as text, for a provider without flows. */
const stepsOf = ({ start, nodes }: NonNullable<Agent['conversation_flow']>): string =>
  [
    `Take the caller through these steps. Begin with step "${start}".`,
    ...nodes.map(({ id, instruction, transitions }) =>
      [
        `Step "${id}": ${instruction}`,
        ...transitions.map(({ to, when }) => `- If ${when}: go on with step "${to}".`),
        ...(transitions.length === 0 ? ['- This is the last step.'] : []),
      ].join('\n'),
    ),
  ].join('\n\n');

/**
 * The prompt with the character, for which no provider has a field, and with the flow if the provider has
 * none.
 */
export const promptOf = (agent: SentAgent, { withFlow = false } = {}): string =>
  [agent.prompt, characterOf(agent), withFlow && agent.conversation_flow && stepsOf(agent.conversation_flow)]
    .filter((part) => typeof part === 'string' && part !== '')
    .join('\n\n');

/**
 * The tools that a provider can offer. It has none of what an action needs: our signature, the arguments that
 * the platform sets, or the page.
 */
export const carriedTools = ({ tools }: SentAgent): SentAgent['tools'] =>
  tools.filter(({ action }) => action === null);

/** Reports tools with an action, which are left out. */
export const actionsNotCarried = ({ tools }: SentAgent): NotCarried | false =>
  tools.some(({ action }) => action !== null) && {
    field: 'tools',
    detail: 'Tools with an action run only in conversations that the platform holds. They are left out',
  };

/** The numbers to which the agent may transfer calls. */
export const transferNumbers = ({ tools }: SentAgent): string[] => [
  ...new Set(
    tools.flatMap(({ action }) =>
      action?.type === 'builtin' && action.number !== null ? [action.number] : [],
    ),
  ),
];

/** Whether an agent has an ability of the platform. */
export const hasAbility = ({ tools }: SentAgent, wanted: BuiltinName): boolean =>
  tools.some(({ action }) => action?.type === 'builtin' && action.name === wanted);

/** Reports what an agent cannot do in calls in which the platform is its language model. */
export const notCarriedToPlatform = (agent: SentAgent): NotCarried[] => {
  const hands = hasAbility(agent, 'hand_over');
  const isOnPage = agent.tools.some(({ action }) => action?.type === 'page');
  const entries: (NotCarried | false)[] = [
    hands && { field: 'tools', detail: 'Nobody takes over in a call, so hand_over is left out' },
    hasAbility(agent, 'switch_language') && {
      field: 'tools',
      detail: 'The provider decides on the language of its calls, so switch_language is left out',
    },
    isOnPage && { field: 'tools', detail: 'Tools of type page run only in chats. They are left out' },
  ];
  return entries.filter((entry) => entry !== false);
};

/** Reports that variables have no value at a provider that does not send them to its language model. */
export const variablesNotCarried = ({ prompt, conversation_flow, tools }: SentAgent): NotCarried | false =>
  /{{\s*[A-Za-z_]/.test(JSON.stringify([prompt, conversation_flow, tools])) && {
    field: 'prompt',
    detail:
      'The provider sends no variables to its custom LLM, so those of prompt, flow and tools have no value',
  };

/** The provider's language for an agent's: the same tag, or else the first with the same language. */
export const languageOf = (tag: string, known: readonly string[]): string | undefined => {
  const wanted = tag.toLowerCase();
  const [primary = ''] = wanted.split('-');
  return (
    known.find((one) => one.toLowerCase() === wanted) ??
    known.find((one) => one.toLowerCase() === primary) ??
    known.find((one) => one.toLowerCase().startsWith(`${primary}-`))
  );
};
