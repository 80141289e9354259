import type { Agent } from '#lib/contract/agents.ts';
import type { NotCarried } from '#lib/contract/deployments.ts';
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
 * The tools that a provider can offer. It has none of what an action needs: our signature, the arguments that the platform sets, or the
 * page.
 */
export const carriedTools = ({ tools }: SentAgent): SentAgent['tools'] =>
  tools.filter(({ action }) => action === null);

/** Reports tools with an action, which are left out. */
export const actionsNotCarried = ({ tools }: SentAgent): NotCarried | false =>
  tools.some(({ action }) => action !== null) && {
    field: 'tools',
    detail: 'Tools with an action run only in conversations that the platform holds. They are left out',
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
