import type { Writable } from 'node:stream';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { crossOriginHeaders, withCors } from '#lib/contract/cors.ts';
import type { Route } from '#lib/contract/route.ts';
import { pathOf } from '#lib/contract/route.ts';
import type { ApiAnswer, ApiEvent, ExchangeContext } from './exchange.ts';
import type { ApiHandler } from './pipeline.ts';

/*
 * A function whose answer is streamed is called by a REST API, with events in payload format 1.0, and writes
 * to a stream that Lambda's runtime provides
 * (docs.aws.amazon.com/lambda/latest/dg/configuration-response-streaming.html). On one machine, the events
 * are the same, and the gateway sends the answer.
 */

/** The part of Lambda's runtime that streams. */
export interface StreamingRuntime {
  readonly streamifyResponse: (
    handler: (event: APIGatewayProxyEvent, stream: Writable, context: Context) => Promise<void>,
  ) => unknown;
  readonly HttpResponseStream: {
    readonly from: (
      stream: Writable,
      head: { readonly statusCode: number; readonly headers: Record<string, string> },
    ) => Writable;
  };
}

/**
 * The headers and cookies as an HTTP API has them: names in lower case, several values joined, and cookies
 * apart. A REST API passes names on in the case in which they were sent.
 */
const headersOf = ({
  multiValueHeaders,
}: Pick<APIGatewayProxyEvent, 'multiValueHeaders'>): Pick<ApiEvent, 'headers' | 'cookies'> => {
  const found = new Map<string, string[]>();
  for (const [sent, values = []] of Object.entries(multiValueHeaders ?? {})) {
    const name = sent.toLowerCase();
    found.set(name, [...(found.get(name) ?? []), ...values]);
  }
  const cookies = (found.get('cookie') ?? []).flatMap((header) => header.split(/; */));
  found.delete('cookie');
  const joined = [...found].map(([name, values]) => [name, values.join(',')]);
  return { headers: Object.fromEntries(joined), ...(cookies.length > 0 && { cookies }) };
};

/**
 * A request in payload format 2.0, which all handlers receive. The gateway's mapping is stripped from its
 * path, so the contract has it.
 */
export const eventOfRest = ({ route }: Pick<ApiHandler, 'route'>, event: APIGatewayProxyEvent): ApiEvent => {
  const { requestContext, httpMethod, isBase64Encoded, body, multiValueQueryStringParameters } = event;
  const parameters = (event.pathParameters ?? {}) as Record<string, string>;
  const rawPath = pathOf(route).replace(/{(\w+)}/g, (_, name: string) => parameters[name] ?? '');
  const sent = Object.entries(multiValueQueryStringParameters ?? {});
  const query = sent.flatMap(([name, values = []]) => values.map((value): [string, string] => [name, value]));
  const joined = sent.map(([name, values = []]) => [name, values.join(',')]);
  const { accountId, apiId, domainName = '', domainPrefix = '', requestId, stage } = requestContext;
  return {
    version: '2.0',
    routeKey: route.key,
    rawPath,
    rawQueryString: new URLSearchParams(query).toString(),
    ...headersOf(event),
    ...(query.length > 0 && { queryStringParameters: Object.fromEntries(joined) }),
    pathParameters: parameters,
    requestContext: {
      accountId,
      apiId,
      domainName,
      domainPrefix,
      http: {
        method: httpMethod,
        path: rawPath,
        protocol: requestContext.protocol,
        sourceIp: requestContext.identity.sourceIp,
        userAgent: requestContext.identity.userAgent ?? '',
      },
      requestId,
      routeKey: route.key,
      stage,
      time: requestContext.requestTime ?? '',
      timeEpoch: requestContext.requestTimeEpoch,
    },
    ...(body !== null && { body }),
    isBase64Encoded,
  };
};

/**
 * Writes an answer as Lambda's runtime requires it. The client may have left, but the answer is still made to
 * its end.
 */
export const streamInto =
  (handler: ApiHandler, { HttpResponseStream }: Pick<StreamingRuntime, 'HttpResponseStream'>) =>
  async (event: APIGatewayProxyEvent, raw: Writable, context: Context): Promise<void> => {
    const {
      statusCode = 200,
      headers,
      body,
      isBase64Encoded,
      stream,
    } = await handler(eventOfRest(handler, event), context);
    const out = HttpResponseStream.from(raw, { statusCode, headers });
    out.on('error', () => {});
    if (!stream) {
      out.end(Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8'));
      return;
    }
    for await (const part of stream) if (out.writable) out.write(part);
    out.end();
  };

/** An HTTP API adds these headers to the answers of its functions. A REST API does not. */
const acrossOrigins =
  (handler: ApiHandler) =>
  async (event: ApiEvent, context: Context): Promise<ApiAnswer> => {
    const answer = await handler(event, context);
    const origins = JSON.parse(process.env.CORS_ORIGINS ?? '[]') as string[];
    const { pages = [] } = (context as Partial<ExchangeContext>).exchange ?? {};
    const cors = crossOriginHeaders(event.headers.origin, [...origins, ...pages]);
    answer.headers = withCors(answer.headers, cors);
    return answer;
  };

/** A handler of the events of a REST API, and the route that it answers. */
export interface RestHandler {
  (event: APIGatewayProxyEvent, context: Context): Promise<ApiAnswer>;
  readonly route: Route;
}

/** The handler as a REST API calls it: in Lambda, its answer is streamed. */
export const streamed = (handler: ApiHandler): RestHandler => {
  const answering = Object.assign(acrossOrigins(handler), { route: handler.route });
  const { awslambda: runtime } = globalThis as { awslambda?: Partial<StreamingRuntime> };
  if (!runtime?.streamifyResponse || !runtime.HttpResponseStream) {
    const called = (event: APIGatewayProxyEvent, context: Context) =>
      answering(eventOfRest(handler, event), context);
    return Object.assign(called, { route: handler.route });
  }
  const { streamifyResponse, HttpResponseStream } = runtime;
  return streamifyResponse(streamInto(answering, { HttpResponseStream })) as RestHandler;
};
