import { paths } from './paths.static.ts';

const routes = paths.map(({ template, methods }) => ({
  methods,
  template,
  parameters: template.split('{').length,
  path: new RegExp(`^${template.replaceAll('.', '\\.').replace(/{\w+}/g, '[^/]+')}$`),
}));

/** The methods that a path supports. OPTIONS requests ask for them, including CORS preflights. */
export const allowedAt = (rawPath: string): string | undefined => {
  const matching = routes.filter(({ path }) => path.test(rawPath));
  // `/active` is not an id, although it matches the pattern of a path with an id.
  const fewest = Math.min(...matching.map(({ parameters }) => parameters));
  const methods = matching
    .filter(({ parameters }) => parameters === fewest)
    .flatMap((route) => route.methods);
  return methods.length > 0 ? [...new Set([...methods, 'OPTIONS'])].sort().join(', ') : undefined;
};

/**
 * Paths such as `/v1/conversations/active`, which the gateway takes for one with an id where they do not
 * support the method.
 */
export const literalPaths = routes
  .filter(({ parameters }) => parameters === 1)
  .map(({ template }) => template)
  .filter((literal) => routes.some(({ template, path }) => template !== literal && path.test(literal)));
