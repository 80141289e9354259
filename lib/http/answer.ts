import { projectionOf, shapeOf } from '#lib/contract/projection.ts';
import type { Reply, Route } from '#lib/contract/route.ts';
import { prefers } from '#lib/domain/accept.ts';
import { etagOf } from './etag.ts';
import type { ApiAnswer, ApiEvent, Exchange } from './exchange.ts';
import { jsonType } from './negotiate.ts';

/** The entity as the API shows it, without fields that the contract does not declare. */
export const representation = (schema: NonNullable<Route['etag']>, entity: unknown): string =>
  JSON.stringify(projectionOf(shapeOf(schema))(entity));

/** A `url` in the answer is a whole URL. Any other value is a part of a path. */
const locationOf = (template: string, known: Record<string, unknown>): string =>
  template.replace(/{(\w+)}/g, (_, name: string) => {
    const value = String(known[name]);
    return name === 'url' ? value : encodeURIComponent(value);
  });

/**
 * Whether an answer is the entity itself, which its `ETag` names. A 202 is not, and neither is an entity with
 * parts that `expand` added.
 */
const isEntity = ({ etag, response, status }: Route, reply: unknown, body: string): boolean => {
  if (!etag || status === 202) return false;
  return etag === response || representation(etag, reply) === body;
};

/** Builds the route's answer from the result of its logic. */
export const answer = <R extends Route>(
  route: R,
  event: ApiEvent,
  exchange: Exchange,
  reply: Reply<R>,
): ApiAnswer => {
  if (!route.response) return { statusCode: route.status, headers: {} };

  const { redirect, location, keptSeconds } = route;
  if (redirect && prefers(event.headers.accept, redirect.type, jsonType)) {
    return { statusCode: 302, headers: { location: (reply as { url: string }).url } };
  }
  const body = representation(route.response, reply);
  const headers: ApiAnswer['headers'] = { 'content-type': jsonType };
  if (isEntity(route, reply, body)) headers.etag = etagOf(body);
  // A browser keeps answers beyond the end of a session, and the same address has another answer for another
  // organization.
  if (keptSeconds && !exchange.caller?.person) {
    headers['cache-control'] = `private, max-age=${keptSeconds}`;
    // The same question of another key has another answer.
    headers.vary = 'authorization, accept';
  }
  if (location) {
    headers.location = locationOf(location, { ...(exchange.params as object), ...(reply as object) });
  }
  return { statusCode: route.status, headers, body };
};
