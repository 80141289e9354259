import type { Draft } from './draft.ts';

/** Those with a dot have their values from the platform. */
const placeholders = /{{\s{0,8}([A-Za-z_][A-Za-z0-9_]{0,63})\s{0,8}(?:\|[^{}]{0,200})?}}/g;

/** The variables in the agent's texts that come with a chat, in the order in which they occur. */
export const variablesOf = (draft: Draft): readonly string[] => {
  const instructions = (draft.flow?.nodes ?? []).flatMap(({ instruction, transitions = [] }) => [
    instruction,
    ...transitions.map(({ when }) => when),
  ]);
  const { first_message, prompt, handover_message, limit_message, disclosure, failure_message } = draft;
  const said = [first_message, prompt, handover_message, limit_message, disclosure, failure_message];
  const texts = [...said, ...instructions, ...draft.tools.map(({ bind }) => bind)];
  const names = texts.flatMap((text) => [...text.matchAll(placeholders)].map(([, name = '']) => name));
  return [...new Set(names)];
};
