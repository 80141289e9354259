import * as z from 'zod/mini';
import { docs, openObject } from './fields.ts';
import { route } from './route.ts';

const McpMessage = openObject(1_048_576).register(docs, {
  id: 'McpMessage',
  description: 'A JSON-RPC 2.0 message of the Model Context Protocol',
});

export const call = route('POST /v1/mcp', {
  summary: 'Use the API from an AI assistant (Model Context Protocol)',
  description:
    'Serves the Model Context Protocol, revision 2026-07-28 and, without sessions, those of 2025. The tools are the reading routes of this API, and a few that write; a key sees the tools that its scopes allow. Answers to clients of 2025 are `text/event-stream`.',
  body: McpMessage,
  changesNothing: true,
  protocol: 'json-rpc',
  waits: true,
  response: z.clone(McpMessage),
});
