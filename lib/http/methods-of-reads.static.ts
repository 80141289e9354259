import { keyOfTemplate } from './key-of-template.ts';
import { paths } from './paths.static.ts';

/*
 * The paths that can be read and support other methods as well, by these methods. Bundling a function
 * evaluates this file, so that no function contains the routes of all others.
 */

const others = paths
  .filter(({ methods }) => methods.includes('GET'))
  .map(({ template }) => {
    const all = paths.filter((path) => path.template === template).flatMap(({ methods }) => methods);
    const more = all.filter((method) => method !== 'GET' && method !== 'HEAD');
    return { key: keyOfTemplate(template), methods: more.sort().join() };
  })
  .filter(({ methods }) => methods !== '');

export const methodsOfReads: Readonly<Record<string, string>> = Object.fromEntries(
  [...Map.groupBy(others, ({ methods }) => methods)].map(([methods, of]) => [
    methods,
    of.map(({ key }) => key).join(' '),
  ]),
);
