import { randomUUID } from 'node:crypto';
import type { Route } from '#lib/contract/route.ts';
import { isLive, methodOf, pathOf } from '#lib/contract/route.ts';

interface Sent {
  readonly key: string;
  readonly params: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
}

/** A request with a body, as the gateway of its route passes it to the function. */
export const requestEvent = (route: Route, { key, params, headers: more, body }: Sent): never => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...more };
  const caller = { sourceIp: '127.0.0.1', userAgent: '' };
  const shared = { pathParameters: params, body: JSON.stringify(body), isBase64Encoded: false };
  const requestContext = { domainName: 'localhost', requestId: randomUUID() };
  const method = methodOf(route);
  if (isLive(route)) {
    return {
      ...shared,
      httpMethod: method,
      multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
      multiValueQueryStringParameters: null,
      requestContext: { ...requestContext, identity: caller },
    } as never;
  }
  return {
    ...shared,
    version: '2.0',
    routeKey: route.key,
    rawPath: pathOf(route).replace(/{(\w+)}/g, (_, name: string) => params[name] ?? ''),
    rawQueryString: '',
    headers,
    requestContext: { ...requestContext, http: { method, path: '/', protocol: 'HTTP/1.1', ...caller } },
  } as never;
};
