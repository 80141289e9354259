import type { ApiProblem } from 'voice-agent-platform-client';
import { problemWords } from '../words/problems.ts';
import { descriptionOf } from './notices.tsx';

type KnownCode = keyof ReturnType<typeof problemWords>['codes'];

/** A refusal in the words of the console, or of the API where that says more. */
export const inOwnWords = (problem: ApiProblem): ReturnType<typeof descriptionOf> => {
  const described = descriptionOf(problem);
  const { codes } = problemWords();
  // A code of a later platform has no words yet.
  if (!Object.hasOwn(codes, problem.code)) return described;
  const { title, help } = codes[problem.code as KnownCode];
  return { ...described, title, ...(help && { detail: help }) };
};
