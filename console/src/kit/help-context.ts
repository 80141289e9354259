import type { ComponentType } from 'react';
import { createContext } from 'react';
import type { ApiProblem } from 'voice-agent-platform-client';

/**
 * Says to somebody who is signed in what a refusal means and what mends it. Before that, there is none: the
 * sign-in page has no room for its words.
 */
export const HelpContext = createContext<ComponentType<{ readonly problem: ApiProblem }> | undefined>(
  undefined,
);
