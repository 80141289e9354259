import type { MiddlewareObj } from '@middy/core';
import { methodNotAllowed } from '#lib/contract/errors.ts';
import type { Route } from '#lib/contract/route.ts';
import { methodOf, pathOf } from '#lib/contract/route.ts';
import type { ApiAnswer, ApiEvent, ExchangeContext } from './exchange.ts';
import { keyOfTemplate } from './key-of-template.ts';
import { methodsOfReads } from './methods-of-reads.static.ts';

/** Answers a method that a path does not support, or OPTIONS, which asks for those that it supports. */
export const otherMethod = (method: string, allow: string): ApiAnswer => {
  if (method === 'OPTIONS') return { statusCode: 204, headers: { allow } };
  throw methodNotAllowed(allow);
};

/**
 * Refuses other methods than GET and HEAD. The gateway's route for a path that can be read takes every method
 * that has no route of its own.
 */
export const methods = (route: Route): MiddlewareObj<ApiEvent, ApiAnswer, Error, ExchangeContext>[] => {
  if (methodOf(route) !== 'GET') return [];
  const key = keyOfTemplate(pathOf(route));
  const [others = ''] =
    Object.entries(methodsOfReads).find(([, keys]) => keys.split(' ').includes(key)) ?? [];
  const allow = ['GET', 'HEAD', 'OPTIONS', ...others.split(',').filter(Boolean)].sort().join(', ');
  const before = ({ event }: { readonly event: ApiEvent }) => {
    const { method } = event.requestContext.http;
    return method === 'GET' || method === 'HEAD' ? undefined : otherMethod(method, allow);
  };
  return [{ before }];
};
