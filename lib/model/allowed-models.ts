import type { AllowedModel } from '#lib/contract/models.ts';
import type { ModelSettings } from './settings.ts';
import { rehearsalId } from './settings.ts';

/** The models that agents may name, of which the first one is the default. */
export const agentModels = (settings: ModelSettings | undefined): readonly string[] =>
  settings?.models ?? [rehearsalId];

/** The models that analyzers may name, of which the first one is the default. Rehearsal cannot judge. */
export const analysisModels = (settings: ModelSettings | undefined): readonly string[] =>
  (settings?.analysis_models ?? settings?.models ?? []).filter((id) => id !== rehearsalId);

/** All models, each with who may name it. */
export const allowedModels = (settings: ModelSettings | undefined): AllowedModel[] => {
  const allowed = { agents: agentModels(settings), analyzers: analysisModels(settings) };
  const uses = ['agents', 'analyzers'] as const;
  return [...new Set([...allowed.agents, ...allowed.analyzers])].map((id) => ({
    id,
    uses: uses.filter((use) => allowed[use].includes(id)),
    default_of: uses.filter((use) => allowed[use][0] === id),
  }));
};
