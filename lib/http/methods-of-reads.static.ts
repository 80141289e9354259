import { allowedAt } from './allowed.ts';
import { paths } from './paths.static.ts';

/*
 * The methods of each path that supports others beside GET. Bundling a function evaluates this file, so that
 * no function contains the routes of all others.
 */

export const methodsOfReads = Object.fromEntries(
  paths.flatMap(({ template, methods }) => {
    const allow = methods.includes('GET') ? allowedAt(template) : undefined;
    return allow === undefined || allow === 'GET, HEAD, OPTIONS' ? [] : [[template, allow]];
  }),
) as Readonly<Record<string, string | undefined>>;
