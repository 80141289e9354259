import type { Scenario } from '#lib/contract/scenarios.ts';

type Content = Pick<Scenario, 'start' | 'caller' | 'tool_mocks' | 'checks' | 'source'>;

const erased = '(erased)';

const without = (text: string | null): string | null => (text === null ? null : erased);

/** A scenario without the words and values of the call from which it was made, and without its caller. */
export const emptied = <S extends Content>(scenario: S): S => {
  const { start, caller, checks } = scenario;
  return {
    ...scenario,
    start: { ...start, messages: [], variables: {} },
    caller: {
      ...caller,
      ...(caller.kind === 'script' && { lines: [erased] }),
      persona: without(caller.persona),
      goal: without(caller.goal),
      opening: without(caller.opening),
      facts: {},
    },
    tool_mocks: [],
    checks: checks.map((check) => ({
      ...check,
      equals: without(check.equals),
      pattern: check.pattern === null ? null : 'erased',
      contains: check.contains.length > 0 ? [erased] : [],
      arguments: [],
      examples: [],
    })),
    source: null,
  };
};
