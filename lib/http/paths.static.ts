import { operations } from '#lib/contract/index.ts';
import { methodsOf, pathOf } from '#lib/contract/route.ts';

/*
 * The path of each route. Bundling a function evaluates this file and keeps its exports, so that refusing a
 * request to no route does not create the schemas of all routes in its cold start.
 */

export const paths = operations.map(({ route }) => ({ template: pathOf(route), methods: methodsOf(route) }));
