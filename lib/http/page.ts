import { ApiError } from '#lib/contract/errors.ts';
import type { Position } from '#lib/contract/page.ts';
import type { Route } from '#lib/contract/route.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { ownerOf } from '#lib/domain/caller.ts';
import type { Binding } from '#lib/domain/cursor.ts';
import { cursorKeyId, openCursor, sealCursor } from '#lib/domain/cursor.ts';
import { currentCursorKey, findCursorKey } from '#lib/store/lists/cursor-keys.ts';
import type { ApiEvent, Exchange } from './exchange.ts';

/** The requested page. */
export interface PageRequest {
  readonly limit: number;
  readonly position?: Position | undefined;
}

interface PageQuery {
  readonly limit: number;
  readonly cursor?: string;
}

/** The parts of a request that a cursor is bound to. */
type PageExchange = Pick<Exchange, 'caller' | 'params' | 'query'>;

/** A cursor is valid for its organization, route and filters. The size of the page may change. */
const bindingOf = (route: Pick<Route, 'key'>, { caller, params, query }: PageExchange): Binding => {
  const { limit: _limit, cursor: _cursor, ...filters } = query as PageQuery & Record<string, unknown>;
  return {
    owner: ownerOf(caller as Caller),
    route: route.key,
    filters: { ...(params as object), ...filters },
  };
};

export const readPage = async (route: Route, exchange: Exchange): Promise<PageRequest> => {
  const { limit, cursor } = exchange.query as PageQuery;
  if (cursor === undefined) return { limit };
  const keyId = cursorKeyId(cursor);
  const key = keyId && (await findCursorKey(keyId));
  const position = key ? openCursor(cursor, bindingOf(route, exchange), key) : undefined;
  if (!position) throw new ApiError('invalid_cursor', { detail: 'Start again without a cursor' });
  return { limit, position };
};

interface PageEnd {
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

export const endPage = async (
  route: Pick<Route, 'key'>,
  exchange: PageExchange,
  next: Position | undefined,
): Promise<PageEnd> => {
  if (!next) return { has_more: false, next_cursor: null };
  const next_cursor = sealCursor(next, bindingOf(route, exchange), await currentCursorKey());
  return { has_more: true, next_cursor };
};

/** The URL of the next page (RFC 8288). */
export const linkTo = (event: ApiEvent, cursor: string): string => {
  const query = new URLSearchParams(event.rawQueryString);
  query.set('cursor', cursor);
  return `<${event.rawPath}?${query}>; rel="next"`;
};
