import type { Scenario } from '#lib/contract/scenarios.ts';

type Content = Pick<Scenario, 'start' | 'caller' | 'tool_mocks' | 'checks' | 'source'>;

const erased = '(erased)';

/** A scenario without the words and values of the call from which it was made. */
export const emptied = <S extends Content>(scenario: S): S => {
  const { start, caller, checks } = scenario;
  return {
    ...scenario,
    start: { ...start, messages: [], variables: {} },
    caller: { ...caller, ...(caller.kind === 'script' && { lines: [erased] }), facts: {} },
    tool_mocks: [],
    checks: checks.map((check) => ({
      ...check,
      equals: check.equals === null ? null : erased,
      contains: check.contains.length > 0 ? [erased] : [],
      arguments: [],
      examples: [],
    })),
    source: null,
  };
};
