import type { Draft } from './draft.ts';

const placeholders = /{{\s{0,8}([A-Za-z_][A-Za-z0-9_]{0,63})\s{0,8}}}/g;

/** The names of all variables in the agent's texts, in the order in which they occur. */
export const variablesOf = (draft: Draft): readonly string[] => {
  const instructions = (draft.flow?.nodes ?? []).flatMap(({ instruction, transitions = [] }) => [
    instruction,
    ...transitions.map(({ when }) => when),
  ]);
  const texts = [draft.first_message, draft.prompt, ...instructions, ...draft.tools.map(({ bind }) => bind)];
  const names = texts.flatMap((text) => [...text.matchAll(placeholders)].map(([, name = '']) => name));
  return [...new Set(names)];
};
