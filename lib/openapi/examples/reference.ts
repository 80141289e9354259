import type { ExamplesOf } from './example.ts';

export const reference: ExamplesOf<'reference'> = {
  get: { response: '<!doctype html>' },
  script: { response: '(function () {})();' },
};
