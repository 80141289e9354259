import { ApiError } from '#lib/contract/errors.ts';
import type { Position } from '#lib/contract/page.ts';
import type { OrdinaryRoute, Request, Route, Scope } from '#lib/contract/route.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { forEachConcurrently } from '#lib/store/concurrently.ts';
import { AlreadyAnswered, findAnswer, keepAnswer } from '#lib/store/idempotency.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { admit } from './admit.ts';
import { answer } from './answer.ts';
import { enterAgain } from './authenticate.ts';
import { requireScopes } from './authorize.ts';
import type { ApiAnswer, ApiEvent, Exchange } from './exchange.ts';
import type { Repeatable } from './idempotency.ts';
import { repeatable } from './idempotency.ts';
import { count } from './limit-rate.ts';
import { endPage, linkTo, readPage } from './page.ts';
import type { ApiHandler, HandlerRequest } from './pipeline.ts';
import { pipeline, requestOf } from './pipeline.ts';
import { refusal } from './problem.ts';
import { resultOf } from './result.ts';
import type { WriteLogic } from './writing.ts';
import { carryOut } from './writing.ts';

/** The number of entities that are read, and then changed, before the next ones. */
const pageSize = 50;

/** The number of entities that are changed at the same time. */
const concurrency = 10;

/** No further entities are read with less time than changing them may take. */
const beginningMs = 8000;

/** Entities, as the parameters of the route that changes one. */
type EntityPages<R extends Route> = (
  limit: number,
  position: Position | undefined,
) => Promise<{ readonly data: readonly Request<R>['params'][]; readonly next?: Position | undefined }>;

/** The last id in the path of the route that changes one entity: that of the entity. */
const idOf = (params: unknown): string => String(Object.values(params as object).at(-1));

/** The parts of a route that changes what matches. */
interface Logic<M extends Route, R extends Route> {
  /** Finds the entities. Refuses a caller who may not. */
  readonly find: (context: HandlerRequest<M>) => Promise<EntityPages<R>>;
  /** The logic of the route that changes one. */
  readonly change: WriteLogic<R>;
}

/** Keeps the answer for repeats of the request. Of two requests at once, both get the answer of the first. */
const kept = async (repeat: Repeatable, whole: ApiAnswer): Promise<ApiAnswer> => {
  try {
    await commit([keepAnswer(repeat.scope, repeat.keep(whole))]);
    return whole;
  } catch (error) {
    if (error instanceof AlreadyAnswered) return repeat.repeat(error.first);
    throw error;
  }
};

/**
 * Turns a route that makes the same change in all entities that match its query, and the route that changes
 * one, into a Lambda handler. Each entity is changed or refused as it would be alone. The page ends early
 * before a rate limit or the function's time does, so that its cursor continues with the first entity that
 * was not looked at.
 */
export const handleEach = <M extends Route & { readonly paged: true }, R extends OrdinaryRoute>(
  all: M,
  single: R,
  { find, change }: Logic<M, R>,
): ApiHandler<M> => {
  const changeOne = async (
    event: ApiEvent,
    shared: Exchange,
    params: Request<R>['params'],
  ): Promise<ApiAnswer> => {
    const exchange = { ...shared, params };
    try {
      return await carryOut(single, change, { event, exchange, repeat: undefined });
    } catch (error) {
      return refusal(error as Error, event, exchange);
    }
  };

  /** The number of entities that the rate limits allow. The request itself was counted as the first one. */
  const countEach = async (exchange: Exchange, entities: number, already: number): Promise<number> => {
    for (let counted = already; counted < entities; counted += 1) {
      try {
        await count(exchange, exchange.caller as Caller);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'rate_limited') return counted;
        throw error;
      }
    }
    return entities;
  };

  return pipeline(all, admit(all), async (event, exchange) => {
    const repeat = repeatable(all, event, exchange);
    const first = repeat && (await findAnswer(repeat.scope));
    const matching = await find(requestOf<M>(exchange, undefined));
    if (first) return repeat.repeat(first);
    const { limit, position } = await readPage(all, exchange);
    const data: object[] = [];
    let next = position;
    let isOver = false;
    while (!isOver) {
      // A page takes seconds, in which the key or the membership may have ended.
      if (data.length > 0) {
        await enterAgain(event, exchange);
        requireScopes(exchange.caller as Caller, [single.scope as Scope]);
      }
      const wanted = Math.min(pageSize, limit - data.length);
      let page = await matching(wanted, next);
      const allowed = await countEach(exchange, page.data.length, data.length === 0 ? 1 : 0);
      isOver = allowed < page.data.length;
      if (isOver && allowed === 0) break;
      if (isOver) page = await matching(allowed, next);
      const results: object[] = [];
      await forEachConcurrently(page.data.entries(), concurrency, async ([at, params]) => {
        results[at] = { ...resultOf(await changeOne(event, exchange, params)), id: idOf(params) };
      });
      data.push(...results);
      ({ next } = page);
      isOver ||= next === undefined || data.length >= limit || Date.now() > exchange.ends_at - beginningMs;
    }
    const end = await endPage(all, exchange, next);
    const whole = answer(all, event, exchange, { data, ...end } as never);
    if (end.next_cursor !== null) whole.headers.link = linkTo(event, end.next_cursor);
    return repeat ? kept(repeat, whole) : whole;
  });
};
