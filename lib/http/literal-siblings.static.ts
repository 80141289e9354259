import { allowedAt, literalPaths } from './allowed.ts';

/*
 * The methods of each path that looks like one with an id. Bundling a function evaluates this file, so that
 * no function contains the routes of all others.
 */

export const literalSiblings = Object.fromEntries(
  literalPaths.map((path) => [path, allowedAt(path)]),
) as Readonly<Record<string, string | undefined>>;
