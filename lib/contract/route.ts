import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import type { Position } from './page.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** API Gateway's own route key, so that logs, templates and this contract agree. */
export type RouteKey = `${Method} /v1/${string}`;

export const resources = [
  'clients',
  'agents',
  'conversations',
  'recordings',
  'keys',
  'integrations',
  'webhooks',
  'usage',
  'billing',
  'exports',
] as const;
type Resource = (typeof resources)[number];
/** A call that is placed is a conversation, which can be read. Placing it costs money, so it has a scope of its own. */
export type Scope = `${Resource}:${'read' | 'write'}` | 'calls:write';
export const scopes: readonly Scope[] = [
  ...resources.flatMap((resource) => [`${resource}:read`, `${resource}:write`] as const),
  'calls:write',
];

/**
 * Who writes these changes what keys may do, or opens a way to data that stays open when the key is gone. Such a write needs a
 * secret that is good at that very moment (`handleAuthority`); for all others, one that was good ten seconds ago will do.
 */
export const authorityResources = [
  'clients',
  'keys',
  'integrations',
  'webhooks',
] as const satisfies Resource[];
export type AuthorityScope = `${(typeof authorityResources)[number]}:write`;
type OrdinaryScope = Exclude<Scope, AuthorityScope>;

/** What a route promises. Handler, validation, gateway, stack, document and client derive from it. */
export interface Definition {
  readonly summary: string;
  readonly description?: string;
  /** What the key must be allowed; absent: any valid key will do. */
  readonly scope?: Scope;
  /** Answered without a key. */
  readonly public?: true;
  /** Path parameters; a value that does not match is answered like an id that was never given out. */
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniType;
  /** The body is taken byte for byte, whatever its type, because its signature is over the bytes; up to so many of them. */
  readonly raw?: { readonly maxBytes: number };
  readonly status: 200 | 201 | 202 | 204;
  readonly response?: z.ZodMiniType;
  /** The media type of the answer, where it is not JSON; `response` is then a string. */
  readonly content?: `text/${string}`;
  /** A file that never changes within a deployment: answered with an `ETag`, or with 304 if the caller has it. */
  readonly file?: true;
  /** The entity whose representation the `ETag` names and `If-Match` is compared with. */
  readonly etag?: z.ZodMiniType;
  /** Where a 201 points; `{name}` is a path parameter or a field of the answer, and `{url}` a link in it. */
  readonly location?: string;
  /** The answer is a page; the handler gives `data` and `next`, the cursor is made around it. */
  readonly paged?: true;
  /** Where `Accept` prefers `text/csv`, the rows of the answer as CSV (RFC 4180) instead of the answer. */
  readonly csv?: true;
  /** Where `Accept` prefers `type`, a 302 to the URL in the answer's `url` instead of the answer. */
  readonly redirect?: { readonly type: string };
  /** The answer holds a secret, which must not be kept in clear for a repeat under an `Idempotency-Key`. */
  readonly confidential?: true;
  /** The answer holds a presigned link, which is a permission. */
  readonly holdsLink?: true;
  /** Asked by POST, because a URL has no room for the question: nothing is kept, and a repeat asks again. */
  readonly changesNothing?: true;
  /** The body and the answer are messages of another protocol, with errors of its own. */
  readonly protocol?: 'json-rpc';
  /** AI assistants may call it, as they may each GET (`POST /v1/mcp`). */
  readonly tool?: true;
  /** A model that answers or speaks is asked: how long that takes is not for the service to say. */
  readonly asksModel?: true;
  /**
   * It may wait for others: a voice provider, the next message of a webhook, or the API itself. How long that takes says nothing about
   * the service, and many such requests at once would occupy the functions that everybody shares.
   */
  readonly waits?: true;
  /** What this route can be refused with beyond what every route of its kind can. */
  readonly errors?: readonly ErrorCode[];
}

export type Route = Definition & { readonly key: RouteKey };
/** A route that does not change authority. */
export type OrdinaryRoute = Route & { readonly scope?: OrdinaryScope };
export type AuthorityRoute = Route & { readonly scope: AuthorityScope };

export const route = <const K extends RouteKey, const D extends Definition>(
  key: K,
  definition: D,
): D & { readonly key: K } => ({ key, ...definition });

export const methodOf = ({ key }: Route): Method => key.split(' ')[0] as Method;

/**
 * The longest `If-Match` or `If-None-Match`. API Gateway accepts 10,240 bytes of request line and headers together
 * (docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html). This leaves room for other headers.
 */
export const maxConditionLength = 8192;

/** What a request may ask with: HEAD wherever GET is (RFC 9110, section 9.1). */
export const methodsOf = (route: Route): (Method | 'HEAD')[] => {
  const method = methodOf(route);
  return method === 'GET' ? [method, 'HEAD'] : [method];
};

/** The path template, such as `/v1/agents/{agent_id}`. */
export const pathOf = ({ key }: Route): string => key.slice(key.indexOf('/'));

/** Whether a route writes for a caller, who may repeat it with an `Idempotency-Key`. A provider that posts to us knows no such header. */
export const changesSomething = (route: Route): boolean =>
  methodOf(route) !== 'GET' && !route.changesNothing && !route.raw;

/** Every code the route can answer with: its own, and those of every route of its kind. */
export const errorsOf = (route: Route): ErrorCode[] => {
  const writes = changesSomething(route);
  const codes: (ErrorCode | false | undefined)[] = [
    'unknown_parameter',
    route.query && 'validation_failed',
    route.body && 'invalid_json',
    route.body && 'validation_failed',
    writes && 'validation_failed',
    route.paged && 'invalid_cursor',
    !route.public && 'unauthenticated',
    route.scope && 'insufficient_scope',
    ...(route.errors ?? []),
    route.response && 'not_acceptable',
    writes && 'request_in_flight',
    writes && route.etag && methodOf(route) !== 'POST' && 'precondition_failed',
    (route.body || route.raw) && 'body_too_large',
    route.body && 'unsupported_media_type',
    writes && 'idempotency_key_reused',
    !route.public && 'rate_limited',
    'internal',
    !route.public && 'unavailable',
  ];
  return [...new Set(codes.filter((code) => typeof code === 'string'))];
};

/** What a path parameter is answered with that leads nowhere: `agent_id` with `agent_not_found`. */
export const notFound = (parameter: string): ErrorCode =>
  parameter.replace(/(_id)?$/, '_not_found') as ErrorCode;

type Out<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type PageCursor<Q> = Omit<Q, 'cursor' | 'limit'>;

/** What a handler receives once its route's schemas have been applied. */
export interface Request<R extends Route> {
  readonly params: Out<R['params']>;
  readonly query: R['paged'] extends true ? PageCursor<Out<R['query']>> : Out<R['query']>;
  readonly body: Out<R['body']>;
}

type Input<Name extends string, S> = S extends z.ZodMiniType
  ? Record<never, never> extends z.input<S>
    ? { readonly [N in Name]?: z.input<S> }
    : { readonly [N in Name]: z.input<S> }
  : unknown;

/** What a caller sends: before defaults and normalisation. */
export type CallInput<R extends Route> = Input<'params', R['params']> &
  Input<'query', R['query']> &
  Input<'body', R['body']>;

/** What a caller receives. A handler may return more; fields that the response schema does not declare are left out. */
export type Reply<R extends Route> = R['response'] extends z.ZodMiniType
  ? z.output<R['response']>
  : undefined;

/** What the handler of a paged route returns: instead of the cursor, the position at which the page ended. */
export type PageReply<R extends Route> = Omit<Reply<R>, 'has_more' | 'next_cursor'> & {
  readonly next?: Position | undefined;
};

/** The codes a handler may refuse with. */
export type Failure<R extends Route> = R['errors'] extends readonly ErrorCode[] ? R['errors'][number] : never;
