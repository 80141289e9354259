import type { Agent } from '#lib/contract/agents.ts';
import { ApiError } from '#lib/contract/errors.ts';
import { agentModels } from './allowed-models.ts';
import type { Thinker } from './dialogue.ts';
import { languageModel } from './providers.ts';
import { rehearse } from './rehearsal.ts';
import type { ModelSettings } from './settings.ts';
import { rehearsalId } from './settings.ts';
import { think } from './think.ts';

export interface ChosenThinker {
  readonly id: string;
  readonly thinker: Thinker;
}

/**
 * The model that answers for the agent: the one that it names, or else the first allowed one, or rehearsal
 * mode.
 */
export const chooseThinker = (
  agent: Pick<Agent, 'model'>,
  settings: ModelSettings | undefined,
): ChosenThinker => {
  const allowed = agentModels(settings);
  const id = (settings && agent.model?.id) ?? allowed[0] ?? rehearsalId;
  if (!allowed.includes(id)) {
    throw new ApiError('model_not_allowed', { extensions: { allowed_models: allowed } });
  }
  return settings && id !== rehearsalId
    ? { id, thinker: think(languageModel(settings, id), agent, settings.max_tokens) }
    : { id: rehearsalId, thinker: rehearse };
};
