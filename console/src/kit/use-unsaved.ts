import { useBlocker } from '@tanstack/react-router';
import { words } from '../words/index.ts';

type Parameter = 'org' | 'tab' | 'call' | 'chat';

/**
 * Asks before changes are lost: with the tab of the browser, with the page, or with another value of these
 * parameters of its address. Another organization can have another time zone, which renders the page again.
 */
export const useUnsaved = (isChanged: boolean, parameters: readonly Parameter[] = ['org', 'tab']): void => {
  useBlocker({
    shouldBlockFn: ({ current, next }) => {
      const isLeft =
        current.pathname !== next.pathname ||
        parameters.some(
          (name) =>
            (current.search as Record<string, unknown>)[name] !==
            (next.search as Record<string, unknown>)[name],
        );
      return isChanged && isLeft && !window.confirm(words.kit.leave);
    },
    enableBeforeUnload: isChanged,
  });
};
