import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fastifyApiReference from '@scalar/fastify-api-reference';

/*
 * Scalar's script, compressed. Bundling a function evaluates this file and keeps its exports. The package
 * with the script as one file has no user interface library, unlike `@scalar/api-reference` with its 250 MB.
 * It serves the script through Fastify, which this file imitates.
 */

interface FastifyRoute {
  readonly url: string;
  readonly handler: (request: unknown, reply: unknown) => void;
}

const scriptOf = (): string => {
  const routes: FastifyRoute[] = [];
  const fastify = {
    hasPlugin: () => false,
    route: (route: FastifyRoute) => routes.push(route),
    log: console,
  };
  const register = fastifyApiReference as unknown as (
    fastify: object,
    options: object,
    done: () => void,
  ) => void;
  register(fastify, { configuration: { url: '/v1/openapi.json' } }, () => {});
  let sent = '';
  const reply = { header: () => reply, send: (text: string) => (sent = text) };
  routes.find(({ url }) => url.endsWith('.js'))?.handler({}, reply);
  if (!sent) throw new Error('@scalar/fastify-api-reference does not hand out its script as it did');
  return sent;
};

const bytes = gzipSync(scriptOf(), { level: 9 });

/** Compressed with gzip, in base64. */
export const script = bytes.toString('base64');
export const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
