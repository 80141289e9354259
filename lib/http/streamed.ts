import type { Writable } from 'node:stream';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { crossOriginHeaders } from '#lib/contract/cors.ts';
import { pathOf } from '#lib/contract/route.ts';
import type { ApiAnswer, ApiEvent } from './exchange.ts';
import type { ApiHandler } from './pipeline.ts';

/*
 * A function whose answer is streamed is called by a REST API, with events in payload format 1.0, and writes
 * to a stream that Lambda's runtime provides
 * (docs.aws.amazon.com/lambda/latest/dg/configuration-response-streaming.html). On one machine, its handler
 * is called like those of all other routes.
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
 * A request in payload format 2.0, which all handlers receive. The gateway's mapping is stripped from its
 * path, so the contract has it.
 */
export const eventOfRest = ({ route }: Pick<ApiHandler, 'route'>, event: APIGatewayProxyEvent): ApiEvent => {
  const { requestContext, httpMethod, isBase64Encoded, body, multiValueQueryStringParameters } = event;
  const parameters = (event.pathParameters ?? {}) as Record<string, string>;
  const rawPath = pathOf(route).replace(/{(\w+)}/g, (_, name: string) => parameters[name] ?? '');
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(multiValueQueryStringParameters ?? {})) {
    for (const value of values ?? []) query.append(name, value);
  }
  const headers = Object.fromEntries(
    Object.entries(event.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const { accountId, apiId, domainName = '', domainPrefix = '', requestId, stage } = requestContext;
  return {
    version: '2.0',
    routeKey: route.key,
    rawPath,
    rawQueryString: query.toString(),
    headers,
    ...(query.size > 0 && { queryStringParameters: Object.fromEntries(query) }),
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
    const { vary, ...headers } = crossOriginHeaders(event.headers.origin, origins);
    Object.assign(answer.headers, headers);
    if (vary) answer.headers.vary = answer.headers.vary ? `${answer.headers.vary}, ${vary}` : vary;
    return answer;
  };

/** The handler as Lambda calls it: there, its answer is streamed. */
export const streamed = <H extends ApiHandler>(handler: H): H => {
  const answering = Object.assign(acrossOrigins(handler), { route: handler.route });
  const { awslambda: runtime } = globalThis as { awslambda?: Partial<StreamingRuntime> };
  if (!runtime?.streamifyResponse || !runtime.HttpResponseStream) return answering as ApiHandler as H;
  const { streamifyResponse, HttpResponseStream } = runtime;
  return streamifyResponse(streamInto(answering, { HttpResponseStream })) as H;
};
