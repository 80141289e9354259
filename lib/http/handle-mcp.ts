import type { Route } from '#lib/contract/route.ts';
import { assistantsProgram } from '#lib/domain/audit/record.ts';
import { newMark } from '#lib/keys/new-assistant-mark.ts';
import { serve } from '#lib/mcp/server.ts';
import type { Tool } from '#lib/mcp/tool.ts';
import { admit } from './admit.ts';
import type { ApiAnswer, ApiEvent, Exchange } from './exchange.ts';
import type { ApiHandler } from './pipeline.ts';
import { pipeline } from './pipeline.ts';
import { eventStreamType as eventStream } from './server-sent-events.ts';

/**
 * The package requires clients to accept both types. A client that does not accept a stream receives the only
 * message in it.
 */
const headersFor = (event: ApiEvent): [string, string][] => [
  ...Object.entries(event.headers).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && pair[0] !== 'accept',
  ),
  ['accept', `application/json, ${eventStream}`],
];

const messageIn = (stream: string): string => /^data: (.*)$/m.exec(stream)?.[1] ?? '';

/** A stream of events would have to stay open, which a function cannot do. */
const isStream = ({ method }: Readonly<Record<string, unknown>>): boolean =>
  method === 'subscriptions/listen';

const noStream = (id: unknown): Response =>
  Response.json({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Subscriptions are not supported' } });

/**
 * Turns the route of the Model Context Protocol into a Lambda handler. The caller's scopes decide which tools
 * it offers, and each tool runs with the caller's key.
 */
export const handleMcp = <R extends Route>(route: R, tools: readonly Tool[]): ApiHandler<R> =>
  pipeline(route, admit(route), async (event: ApiEvent, exchange: Exchange): Promise<ApiAnswer> => {
    const message = exchange.body as Readonly<Record<string, unknown>>;
    const scopes: readonly string[] = exchange.caller?.scopes ?? [];
    const allowed = tools.filter(({ scope }) => !scope || scopes.includes(scope));
    const url = new URL(event.rawPath, exchange.origin);
    const request = new Request(url, {
      method: 'POST',
      headers: headersFor(event),
      body: exchange.text ?? '',
    });
    const response = isStream(message)
      ? noStream(message.id ?? null)
      : await serve(allowed, message, request, {
          baseUrl: process.env.API_URL ?? url.origin,
          authorization: event.headers.authorization ?? '',
          requestId: exchange.requestId,
          mark: await newMark(event.headers.authorization ?? ''),
          userAgent: `${assistantsProgram} (${exchange.userAgent ?? 'unknown'})`,
        });
    const text = await response.text();
    const type = response.headers.get('content-type') ?? 'application/json';
    const isStreamed = type.startsWith(eventStream);
    const unwraps = isStreamed && !event.headers.accept?.includes(eventStream);
    const version = response.headers.get('mcp-protocol-version');
    return {
      statusCode: response.status,
      headers: {
        ...(text && { 'content-type': unwraps ? 'application/json' : type }),
        ...(version && { 'mcp-protocol-version': version }),
      },
      ...(text && { body: unwraps ? messageIn(text) : text }),
    };
  });
