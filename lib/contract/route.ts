import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import { idPatternOf } from './fields.ts';
import type { Position } from './page.ts';
import type { IdParam } from './path-params.ts';
import { idsIn, namesIn } from './path-params.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The route key of API Gateway, so that logs, templates and this contract use the same name. */
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
  'analysis',
  'tests',
  'gates',
  'audit',
  'members',
  'connections',
] as const;
type Resource = (typeof resources)[number];
/**
 * A placed call and a chat are conversations, so `conversations:read` reads them. They cost money, and
 * erasing a conversation cannot be undone, so each of these has a separate scope, and a program that only
 * chats needs no other one.
 */
export type Scope = `${Resource}:${'read' | 'write'}` | 'calls:write' | 'chats:write' | 'conversations:erase';
export const scopes: readonly Scope[] = [
  ...resources.flatMap((resource) => [`${resource}:read`, `${resource}:write`] as const),
  'calls:write',
  'chats:write',
  'conversations:erase',
];

/**
 * Writes of these change the permissions of keys, or open access to data that outlives the key. Such a write
 * requires a secret that is valid at the moment of the write (`handleAuthority`). All others accept one that
 * was valid ten seconds ago, unless they leave something that outlives its maker (lib/http/writing.ts).
 */
export const authorityResources = [
  'clients',
  'keys',
  'integrations',
  'webhooks',
  'members',
  'connections',
] as const satisfies Resource[];
export type AuthorityScope = `${(typeof authorityResources)[number]}:write`;
type OrdinaryScope = Exclude<Scope, AuthorityScope>;

/** The name of an action in the audit log, such as `conversation.erased`. */
type AuditedAction = `${string}.${string}`;
type Audit = AuditedAction | { readonly people: AuditedAction } | null;

type Status = 200 | 201 | 202 | 204;

/** The declaration of a route. Handler, validation, gateway, stack, document and clients derive from it. */
export interface Definition {
  readonly summary: string;
  readonly description?: string;
  /** The scope that the key needs; absent: any valid key is accepted. */
  readonly scope?: Scope;
  /** Requires no key. */
  readonly public?: true;
  /** Requires a person who has signed in, in whatever organization. */
  readonly person?: true;
  /** Also accepts the session token of the chat in the path, in place of a key. */
  readonly sessionToken?: true;
  /**
   * Path parameters. A value that does not match gets the same answer as an unknown id. Absent: all of them
   * are ids.
   */
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  /** The sender, and not this contract, decides on the names of query parameters. */
  readonly anyQuery?: true;
  readonly body?: z.ZodMiniType;
  /** A request without a body is the same as one with an empty object. */
  readonly optionalBody?: true;
  /**
   * The body is read as bytes of any type, because its signature covers the bytes. `maxBytes` is its maximum
   * size.
   */
  readonly raw?: { readonly maxBytes: number };
  /**
   * The name of the list in the body whose items are requests of their own: each is validated, counted, and
   * written or refused by itself (`handleBatch`).
   */
  readonly batchOf?: string;
  /** Absent: 200 with an answer, and 204 without one. */
  readonly status?: 201 | 202;
  readonly response?: z.ZodMiniType;
  /** The media type of the answer, if it is not JSON. `response` is then a string. */
  readonly content?: `text/${string}` | 'application/gzip';
  /**
   * A file that never changes within a deployment: answered with an `ETag`, or with 304 if the caller has the
   * same one.
   */
  readonly file?: true;
  /**
   * The answer is a stream of server-sent events, always or if the request says so. An HTTP API cannot
   * stream, so the route is on a gateway of its own, and its path begins with `/v1/live/`.
   */
  readonly streams?: true;
  /** The events of the stream: `type` is the name of an event, and the other fields are its data. */
  readonly events?: z.ZodMiniType;
  /** The entity whose representation the `ETag` names and `If-Match` is compared with. */
  readonly etag?: z.ZodMiniType;
  /**
   * The `Location` of a 201. `{name}` is a path parameter or a field of the answer, and `{url}` a link in it.
   */
  readonly location?: string;
  /** The answer is a page. The handler returns `data` and `next`, and the HTTP layer makes the cursor. */
  readonly paged?: true;
  /** The rows of the answer as CSV (RFC 4180), if `Accept` prefers `text/csv`. */
  readonly csv?: true;
  /** A 302 to the answer's `url`, if `Accept` prefers `type`. */
  readonly redirect?: { readonly type: string };
  /**
   * The answer contains a secret, which must be encrypted when the answer is stored for an `Idempotency-Key`.
   */
  readonly confidential?: true;
  /**
   * The answer contains a presigned link, which is a permission: always, or only with this value of `expand`.
   */
  readonly holdsLink?: true | { readonly expand: string };
  /**
   * A POST that only reads, because a URL has no room for the question, or that answers a question. Its
   * answer is not stored, and a repeat is answered again.
   */
  readonly changesNothing?: true;
  /**
   * The body and the answer are messages of another protocol. JSON-RPC has its own errors, and clients of
   * OpenAI read those of the platform by a further member.
   */
  readonly protocol?: 'json-rpc' | 'openai';
  /** AI assistants may call it (`POST /v1/mcp`), as they may call every GET of a key unless this is false. */
  readonly tool?: boolean;
  /** The route calls a model, whose latency the service cannot control. */
  readonly asksModel?: true;
  /**
   * Each request is a message of a chat. It is counted as one, and not among the requests that wait for
   * others.
   */
  readonly sendsMessage?: true;
  /** The seconds for which the caller may keep the answer in a private cache and not ask again. */
  readonly keptSeconds?: number;
  /** It may read so many entries that its function needs a whole processor. Such a route also `waits`. */
  readonly readsMany?: true;
  /**
   * It may wait for others: a voice provider, the next message of a webhook, the API itself, or very many
   * reads of the table. Its latency says nothing about the service, and many such requests at once would
   * occupy the functions that all callers share.
   */
  readonly waits?: true;
  /**
   * The action in the audit log: a change of authority, settings or money is recorded in its transaction, and
   * an access to words or audio before its answer (docs/decisions/audit.md). `people`: only requests of
   * people are recorded, because what programs report has its event. Null: a write that is not recorded,
   * which docs/security.md names.
   */
  readonly audit?: Audit;
  /** The errors of this route, besides those of its path and those that every route of its kind has. */
  readonly errors?: readonly ErrorCode[];
}

export type Route = Omit<Definition, 'status'> & { readonly key: RouteKey; readonly status: Status };
/** A route that does not change authority. */
export type OrdinaryRoute = Route & { readonly scope?: OrdinaryScope; readonly person?: never };
export type AuthorityRoute = Route & ({ readonly scope: AuthorityScope } | { readonly person: true });

/** A route that writes says how the audit log records it, so that none is forgotten. */
type AuditOfRoute<K extends RouteKey> = K extends `GET ${string}`
  ? unknown
  : { readonly audit: Audit } | { readonly changesNothing: true } | { readonly raw: object };

/** The error for a path parameter that identifies nothing: `agent_not_found` for `agent_id`. */
type NotFound<Name extends string> = `${Name extends `${infer Base}_id` ? Base : Name}_not_found` & ErrorCode;
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type ParamsIn<Path extends string> = [NamesIn<Path>] extends [never]
  ? unknown
  : {
      readonly params: z.ZodMiniObject<{ [Name in NamesIn<Path>]: z.ZodMiniString<string> }, z.core.$strict>;
    };
/** A route whose path has more than ids declares its parameters. */
type ParamsOfRoute<K extends RouteKey> = [Exclude<NamesIn<K>, IdParam>] extends [never]
  ? unknown
  : { readonly params: z.ZodMiniObject };
type OwnErrors<D> = D extends { readonly errors: readonly (infer Code)[] } ? Code : never;

export const notFound = (parameter: string): ErrorCode =>
  parameter.replace(/(_id)?$/, '_not_found') as ErrorCode;

/**
 * The parameters of a path whose values must exist. A PUT may create something under the name in its path,
 * but only the platform makes ids.
 */
const mustExist = (key: RouteKey, params: z.ZodMiniObject | undefined): string[] =>
  namesIn(key).filter(
    (name) => !key.startsWith('PUT ') || idPatternOf(params?.shape[name] as z.core.$ZodType),
  );

/** A route has the ids and the errors of its path, and what its definition says. */
export const route = <
  const K extends RouteKey,
  const D extends Definition & AuditOfRoute<K> & ParamsOfRoute<K>,
>(
  key: K,
  definition: D,
) => {
  const params = definition.params ?? idsIn(key);
  const errors = new Set([...mustExist(key, params).map(notFound), ...(definition.errors ?? [])]);
  const status = definition.status ?? (definition.response ? 200 : 204);
  return { ...definition, key, status, ...(params && { params }), errors: [...errors] } as unknown as Omit<
    D,
    'errors' | 'status'
  > & {
    readonly key: K;
    readonly status: Status;
    readonly errors: readonly (NotFound<NamesIn<K>> | OwnErrors<D>)[];
  } & (D extends { readonly params: unknown } ? unknown : ParamsIn<K>);
};

/** The answer with an entity, whose representation the `ETag` names. */
export const entityOf = <S extends z.ZodMiniType>(response: S) => ({ response, etag: response }) as const;

/** The answer with a new entity, and where it is. */
export const created = <S extends z.ZodMiniType>(location: string, response: S) =>
  ({ status: 201, location, response, etag: response }) as const;

export const methodOf = ({ key }: Route): Method => key.split(' ')[0] as Method;

/**
 * The longest `If-Match` or `If-None-Match`. API Gateway accepts 10,240 bytes of request line and headers
 * together (docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html). This leaves room for
 * other headers.
 */
export const maxConditionLength = 8192;

/**
 * The method of the gateway's route. API Gateway allows 300 routes, so one of `ANY` takes GET and HEAD. It
 * also takes the methods that its path does not support, which its function refuses.
 */
export const gatewayMethodOf = (route: Route): Method | 'ANY' => {
  const method = methodOf(route);
  return method === 'GET' ? 'ANY' : method;
};

/** The methods that the path of a route accepts: HEAD in addition to GET (RFC 9110, section 9.1). */
export const methodsOf = (route: Route): (Method | 'HEAD')[] => {
  const method = methodOf(route);
  return method === 'GET' ? [method, 'HEAD'] : [method];
};

/**
 * The largest body of any request. Lambda accepts 6 MB per call, including everything that API Gateway adds
 * to the body. API Gateway itself answers larger requests
 * (docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html).
 */
export const maxPayloadBytes = 6_000_000;

/** The maximum number of requests in a batch. */
export const maxBatch = 100;

/** Whether the answer is a file for other programs, which the clients of the API do not read. */
export const isDownload = ({ content }: Route): boolean => content === 'application/gzip';

/** The path template, such as `/v1/agents/{agent_id}`. */
export const pathOf = ({ key }: Route): string => key.slice(key.indexOf('/'));

/**
 * Whether a route writes for a caller, who may repeat it with an `Idempotency-Key`. Providers that post
 * events do not send this header.
 */
export const changesSomething = (route: Route): boolean =>
  methodOf(route) !== 'GET' && !route.changesNothing && !route.raw;

/** The action under which a request of the caller is recorded. */
/** Whether the route is on the gateway whose answers can be streamed. */
export const isLive = ({ key }: Pick<Route, 'key'>): boolean => key.includes(' /v1/live/');

export const auditOf = (
  { audit }: Pick<Route, 'audit'>,
  { person }: { readonly person?: object },
): string | undefined => {
  if (typeof audit !== 'object') return audit;
  return person && audit?.people;
};

/** The header with which a request of the route may depend on the entity’s `ETag`. */
export const conditionOf = (route: Route): 'If-Match' | 'If-None-Match' | undefined => {
  if (!route.etag) return undefined;
  if (!changesSomething(route)) return 'If-None-Match';
  return methodOf(route) === 'POST' ? undefined : 'If-Match';
};

/**
 * The headers that a route refuses because it cannot honor them. A caller who sends one relies on it: if it
 * were ignored, a repeat would be charged twice, or a change of somebody else overwritten.
 */
export const refusedHeadersOf = (route: Route): ('Idempotency-Key' | 'If-Match')[] => [
  ...(route.changesNothing ? (['Idempotency-Key'] as const) : []),
  ...(!route.etag && ['PUT', 'PATCH', 'DELETE'].includes(methodOf(route)) ? (['If-Match'] as const) : []),
];

/** Every code the route can answer with: its own, and those of every route of its kind. */
export const errorsOf = (route: Route): ErrorCode[] => {
  const writes = changesSomething(route);
  const codes: (ErrorCode | false | undefined)[] = [
    !route.anyQuery && 'unknown_parameter',
    route.query && 'validation_failed',
    route.body && 'invalid_json',
    route.body && 'validation_failed',
    // A header that the route does not know, such as an `Idempotency-Key` where nothing changes.
    methodOf(route) !== 'GET' && !route.raw && 'validation_failed',
    conditionOf(route) && 'validation_failed',
    route.paged && 'invalid_cursor',
    !route.public && 'unauthenticated',
    route.scope && 'insufficient_scope',
    route.person && 'person_required',
    !route.public && 'view_refused',
    ...(route.errors ?? []),
    route.response && 'not_acceptable',
    writes && 'request_in_flight',
    conditionOf(route) === 'If-Match' && 'precondition_failed',
    (route.body || route.raw) && 'body_too_large',
    route.body && 'unsupported_media_type',
    writes && 'idempotency_key_reused',
    !route.public && 'rate_limited',
    'internal',
    !route.public && route.query && 'index_not_ready',
    !route.public && 'unavailable',
  ];
  return [...new Set(codes.filter((code) => typeof code === 'string'))];
};

type Out<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type PageCursor<Q> = Omit<Q, 'cursor' | 'limit'>;

/** The request that a handler receives, after validation with its route's schemas. */
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

/** The request that a caller sends, before defaults and normalization. */
export type CallInput<R extends Route> = Input<'params', R['params']> &
  Input<'query', R['query']> &
  Input<'body', R['body']>;

/**
 * The answer that a caller receives. A handler may return more; fields that the response schema does not
 * declare are removed.
 */
export type Reply<R extends Route> = R['response'] extends z.ZodMiniType
  ? z.output<R['response']>
  : undefined;

/** The answer of a paged route's handler: instead of the cursor, the position at which the page ended. */
export type PageReply<R extends Route> = Omit<Reply<R>, 'has_more' | 'next_cursor'> & {
  readonly next?: Position | undefined;
};

/** The codes with which a handler may refuse a request. */
export type Failure<R extends Route> = R['errors'] extends readonly ErrorCode[] ? R['errors'][number] : never;
