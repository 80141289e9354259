import { expect, test } from 'vitest';
import { operator, organization, problemOf, refusalOf, suspend, unknownId } from '../../fixtures.ts';
import { findOrder, sampleMcpServer, startMcpServer } from '../../support/mcp-server.ts';
import { connectedToolServer } from '../../support/tool-servers.ts';

test('the tools of a server are accepted as it describes them, and its token is never shown', async () => {
  const org = await organization();
  const { server, toolServer, params } = await connectedToolServer(org, [findOrder], 'token-of-the-shop');
  expect(toolServer).toMatchObject({
    client_id: org.client.id,
    name: 'Shop',
    url: server.url,
    token_hint: 'shop',
    tools: [
      {
        name: 'find_order',
        status: 'enabled',
        accepted: { description: 'Finds an order', parameters: findOrder.inputSchema },
        found: null,
      },
    ],
  });
  expect(new Set(server.tokens)).toEqual(new Set(['Bearer token-of-the-shop']));
  expect(JSON.stringify(await org.api.toolServers.get({ params }))).not.toContain('token-of-the-shop');
});

test.for(['https://10.0.0.1/mcp', 'http://shop.example/mcp', 'https://user:password@shop.example/mcp'])(
  'a server cannot be at %s',
  async (url) => {
    const { api } = await organization();
    const problem = await problemOf(api.toolServers.create({ body: { name: 'Shop', url } }));
    expect(problem.errors).toMatchObject([{ pointer: '/url' }]);
  },
);

test('a server that is none is refused, whatever it answers', async ({ expect }) => {
  const { api } = await organization();
  const server = await startMcpServer([]);
  const create = () => api.toolServers.create({ body: { name: 'Shop', url: server.url } });
  const answers = {
    answered_500: (_, response) => response.writeHead(500).end('broken'),
    answered_401: (_, response) => response.writeHead(401).end(),
    no_mcp: (_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"jsonrpc":"1.0"}'),
    redirected: (_, response) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
    too_long: (_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('x'.repeat(2_000_000)),
    broken_off: (_, response) => response.destroy(),
  } satisfies Record<string, typeof server.instead>;
  const details: Record<string, unknown> = {};
  for (const [name, instead] of Object.entries(answers)) {
    server.instead = instead;
    const { problem } = await problemOf(create());
    expect(problem.code).toBe('tool_server_failed');
    details[name] = problem.detail;
  }
  expect(details).toMatchInlineSnapshot(`
    {
      "answered_401": "The server answered 401",
      "answered_500": "The server answered 500",
      "broken_off": "The server closed the connection early",
      "no_mcp": "The server does not answer as an MCP server does",
      "redirected": "The server does not answer as an MCP server does",
      "too_long": "The server does not answer as an MCP server does",
    }
  `);
  server.instead = undefined;
  server.tools = Array.from({ length: 101 }, (_, at) => ({ ...findOrder, name: `tool_${at}` }));
  expect(await refusalOf(create())).toBe('409 tool_server_failed');
  server.tools = Array.from({ length: 6 }, (_, at) => ({
    ...findOrder,
    name: `tool_${at}`,
    inputSchema: { type: 'object', description: 'x'.repeat(30_000) },
  }));
  expect(await refusalOf(create())).toBe('409 tool_server_failed');
  await server.close();
});

test('an organization out of reach, a suspended one and the platform have none', async () => {
  const [org, other, closed] = [await organization(), await organization(), await organization()];
  const { url } = await sampleMcpServer();
  const body = { name: 'Shop', url };
  const create = (client_id: string) => org.api.toolServers.create({ body: { ...body, client_id } });
  expect(await refusalOf(create(other.client.id))).toBe('404 client_not_found');
  expect(await refusalOf(create(unknownId('client')))).toBe('404 client_not_found');
  await suspend(closed);
  const refused = operator.toolServers.create({ body: { ...body, client_id: closed.client.id } });
  expect(await refusalOf(refused)).toBe('409 client_suspended');
  const problem = await problemOf(operator.toolServers.create({ body }));
  expect(problem.errors).toMatchObject([{ pointer: '/client_id', code: 'required' }]);
});
