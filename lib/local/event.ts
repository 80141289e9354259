import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';

/** Whether API Gateway passes the body on as text. It passes all others in base64. */
const isText = (contentType: string | undefined): boolean =>
  /^(text\/|application\/(json|javascript|xml)|[^;]*\+json)/.test(contentType ?? 'text/');

export interface MatchedRoute {
  readonly routeKey: string;
  readonly pathParameters: Record<string, string>;
}

/**
 * A request in API Gateway's payload format 2.0. `origin` is the address of the API. As in API Gateway, no
 * header decides it: the addresses that providers are given derive from it.
 */
export const toEvent = (
  request: IncomingMessage,
  body: Buffer,
  { routeKey, pathParameters }: MatchedRoute,
  origin: URL,
): APIGatewayProxyEventV2 => {
  const { method = 'GET', url = '/', headers: sent, socket } = request;
  const [rawPath = '/', rawQueryString = ''] = url.split(/\?(.*)/s);
  const { cookie, 'x-forwarded-proto': _claimed, ...others } = sent;
  const headers: Record<string, string> = {
    ...Object.fromEntries(Object.entries(others).map(([name, value]) => [name, [value].flat().join(',')])),
    ...(origin.protocol === 'https:' && { 'x-forwarded-proto': 'https' }),
  };
  const query: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(rawQueryString)) {
    query[name] = name in query ? `${query[name]},${value}` : value;
  }
  const isBase64Encoded = body.length > 0 && !isText(headers['content-type']);
  const now = new Date();
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString,
    ...(cookie && { cookies: cookie.split('; ') }),
    headers,
    ...(rawQueryString && { queryStringParameters: query }),
    ...(Object.keys(pathParameters).length > 0 && { pathParameters }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: origin.host,
      domainPrefix: 'local',
      http: {
        method,
        path: rawPath,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: socket.remoteAddress ?? '127.0.0.1',
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey,
      stage: '$default',
      time: now.toUTCString(),
      timeEpoch: now.getTime(),
    },
    ...(body.length > 0 && { body: body.toString(isBase64Encoded ? 'base64' : 'utf8') }),
    isBase64Encoded,
  };
};

/** Each name, in the case in which it was sent, with its values. */
const grouped = (pairs: Iterable<readonly [string, string]>): Record<string, string[]> => {
  const found = new Map<string, string[]>();
  for (const [name, value] of pairs) found.set(name, [...(found.get(name) ?? []), value]);
  return Object.fromEntries(found);
};

const headersIn = ({ rawHeaders }: IncomingMessage): [string, string][] =>
  rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : []));

/**
 * The same request in payload format 1.0, as a REST API has it: without the API's prefix in the path, with
 * the body as text.
 */
export const toRestEvent = (...[request, body, matched, origin]: Parameters<typeof toEvent>) => {
  const { headers, rawQueryString, requestContext } = toEvent(request, body, matched, origin);
  const { http, time: requestTime, timeEpoch: requestTimeEpoch, ...context } = requestContext;
  const sent = headersIn(request).filter(([name]) => name.toLowerCase() !== 'x-forwarded-proto');
  const proto = headers['x-forwarded-proto'];
  const { method, protocol, ...identity } = http;
  return {
    httpMethod: method,
    multiValueHeaders: grouped([...sent, ...(proto ? [['X-Forwarded-Proto', proto] as const] : [])]),
    multiValueQueryStringParameters: rawQueryString ? grouped(new URLSearchParams(rawQueryString)) : null,
    pathParameters: matched.pathParameters,
    requestContext: { ...context, protocol, identity, requestTime, requestTimeEpoch },
    body: body.length > 0 ? body.toString() : null,
    isBase64Encoded: false,
  };
};

/** The context object that Lambda passes to a function. */
export const toContext = (functionName: string, timeoutMs: number): Context => {
  const deadline = Date.now() + timeoutMs;
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${functionName}`,
    memoryLimitInMB: '512',
    awsRequestId: randomUUID(),
    logGroupName: functionName,
    logStreamName: 'local',
    getRemainingTimeInMillis: () => deadline - Date.now(),
    done: () => {},
    fail: () => {},
    succeed: () => {},
  };
};
