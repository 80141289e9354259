import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServerTools } from '#lib/tools/mcp-server.ts';
import type { McpTestServer } from '../../support/mcp-server.ts';
import { findOrder, startMcpServer } from '../../support/mcp-server.ts';
import { statementsOf } from '../../support/policies.ts';
import { allSettings, bundles, resourcesOf, templateOf } from '../../support/stack.ts';

let server: McpTestServer;
const { LOCAL_DESTINATION } = process.env;

beforeAll(async () => {
  process.env.LOCAL_DESTINATION = '127.0.0.1';
  server = await startMcpServer([findOrder]);
});
afterAll(async () => {
  await server.close();
  process.env.LOCAL_DESTINATION = LOCAL_DESTINATION;
});

test('it lists the tools of a server, and calls one', async () => {
  const { handler } = await import('#functions/tools/ask-server.ts');
  const address = { url: server.url, token: 'token-of-the-shop' };
  const { tools } = (await handler({ server: address })) as Extract<ServerTools, { tools: unknown }>;
  expect(tools).toMatchObject([['find_order', { description: 'Finds an order' }]]);
  const call = { tool: 'find_order', hash: tools[0]?.[1].hash ?? '', arguments: { order: 1 } };
  expect(await handler({ server: address, call })).toEqual({ outcome: { content: 'done' } });
  expect(new Set(server.tokens)).toEqual(new Set(['Bearer token-of-the-shop']));
});

test('its role writes its log, and reaches nothing else', () => {
  const resources = resourcesOf(templateOf(allSettings));
  const allowed = statementsOf(resources, 'tools.askServer').flatMap(({ Action }) => [Action].flat());
  expect(allowed.filter((action) => !/^(logs|xray):/.test(action))).toEqual([]);
  const invoking = bundles
    .map(({ id }) => id)
    .filter((id) =>
      statementsOf(resources, id).some(({ Action }) => [Action].flat().includes('lambda:InvokeFunction')),
    );
  expect(invoking).toEqual([
    'chats.send',
    'chats.sendResults',
    'chats.stream',
    'completions.create',
    'toolServers.create',
    'toolServers.refresh',
    'sockets.calls',
  ]);
});
