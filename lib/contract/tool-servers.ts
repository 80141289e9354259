import * as z from 'zod/mini';
import {
  createdBy,
  described,
  docs,
  entity,
  enumeration,
  id,
  Metadata,
  object,
  openObject,
  orNull,
  patchOf,
  sentBack,
  strictObject,
  Timestamp,
  text,
} from './fields.ts';
import { pagesOfOrganization } from './page.ts';
import { created, entityOf, route } from './route.ts';

/** The greatest number of tools that are used of one server. */
export const maxServerTools = 100;

const ToolHash = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{43}$/))
  .register(docs, { description: 'The SHA-256 of name, description and parameters', maxLength: 43 });

const ToolDescription = object('ToolDescription', 'A tool as its server describes it', {
  description: z
    .nullable(z.string().check(z.maxLength(4000)))
    .register(docs, { description: 'The server’s description of the tool' }),
  parameters: openObject(32_768).register(docs, { description: 'The JSON Schema of its arguments' }),
  hash: ToolHash,
});
export type ToolDescription = z.output<typeof ToolDescription>;

/** The states of tools of a server, in which a count of each is given. */
export const serverToolStatuses = ['enabled', 'changed', 'new', 'removed'] as const;

const ServerToolStatus = enumeration(
  'ServerToolStatus',
  serverToolStatuses,
  'Whether agents can call the tool. `changed`: its server describes it differently than when it was accepted; `new`: the server has added it since; `removed`: the server no longer has it. Only `enabled` tools are called',
);

const ServerTool = object('ServerTool', 'A tool of a tool server', {
  name: text(128).register(docs, { description: 'The tool’s name at the server' }),
  status: ServerToolStatus,
  accepted: described(
    z.nullable(ToolDescription),
    'The description that was accepted, which language models see; null for a new tool',
  ),
  found: described(
    z.nullable(ToolDescription),
    'The description that the server gave last, if it is not the accepted one',
  ),
});
export type ServerTool = z.output<typeof ServerTool>;

const count = (of: string) =>
  z
    .int()
    .check(z.minimum(0), z.maximum(2 * maxServerTools))
    .register(docs, { description: `The number of tools that ${of}` });

const ToolCounts = object('ToolCounts', 'The number of tools in each status', {
  enabled: count('agents can call'),
  changed: count('their server describes differently than when they were accepted'),
  new: count('their server has added and nobody has accepted'),
  removed: count('their server no longer has'),
} satisfies Record<(typeof serverToolStatuses)[number], unknown>);
export type ToolCounts = z.output<typeof ToolCounts>;

const Url = z.url().check(z.maxLength(2000)).register(docs, {
  description: 'The address of an MCP server (Streamable HTTP), with `https:`',
});

export const ToolServer = object('ToolServer', 'An MCP server, whose tools agents can call', {
  ...entity('tsrv'),
  client_id: id(
    'client',
    'The organization that the server belongs to, whose agents and those below can use it',
  ),
  created_by: createdBy('tool server'),
  name: described(text(200), 'The server’s name, for people'),
  url: Url,
  token_hint: described(z.nullable(text(4)), 'The last four characters of the token; null if none is set'),
  checked_at: described(Timestamp, 'When the server was last asked for its tools'),
  tools: z
    .array(ServerTool)
    .check(z.maxLength(2 * maxServerTools))
    .register(docs, { description: 'The tools of the server' }),
  tool_counts: ToolCounts,
});
export type ToolServer = z.output<typeof ToolServer>;

export const ToolServerItem = z
  .omit(ToolServer, { tools: true, metadata: true })
  .register(docs, { id: 'ToolServerItem', description: 'A tool server as it appears in a list' });
export type ToolServerItem = z.output<typeof ToolServerItem>;

const Token = z
  .string()
  .check(z.regex(/^[!-~]{8,2000}$/, 'must be 8 to 2,000 visible ASCII characters'))
  .register(docs, { maxLength: 2000 });
const tokenDescription = 'The bearer token for the server. It is stored encrypted and cannot be read again';

const writable = {
  name: described(text(200), 'The server’s name, for people'),
  metadata: z._default(Metadata, {}),
};

export const ToolServerInput = strictObject('ToolServerInput', 'A new tool server', {
  ...writable,
  client_id: z.optional(id('client')).register(docs, {
    description: 'The organization that the server belongs to; by default the API key’s own',
  }),
  url: Url,
  token: described(orNull(Token), tokenDescription),
});
export type ToolServerInput = z.output<typeof ToolServerInput>;

const keptToken = described(
  z.optional(z.nullable(Token)),
  `${tokenDescription}. Absent: it stays; null removes it`,
);

export const ToolServerReplacement = strictObject(
  'ToolServerReplacement',
  'Everything that can be changed of a tool server. An absent token stays as it is',
  {
    ...sentBack(ToolServer),
    ...writable,
    client_id: z
      .optional(id('client'))
      .register(docs, { description: 'The organization; a value other than the current one is refused' }),
    url: z
      .optional(Url)
      .register(docs, { description: 'The address; a value other than the current one is refused' }),
    token: keptToken,
  },
);
export type ToolServerReplacement = z.output<typeof ToolServerReplacement>;

export const ToolServerPatch = strictObject('ToolServerPatch', 'A merge patch (RFC 7396) for a tool server', {
  ...patchOf(writable),
  token: keptToken,
});

export const list = route('GET /v1/tool-servers', {
  summary: 'List tool servers, newest first',
  description: 'Lists the tool servers of an organization and its descendants, without their tools.',
  scope: 'integrations:read',
  ...pagesOfOrganization('ToolServerList', ToolServerItem, 'tool servers'),
});

export const create = route('POST /v1/tool-servers', {
  summary: 'Add a tool server',
  description:
    'Asks the MCP server for its tools and accepts their descriptions as they are: read them in the answer, because language models follow them. An agent calls a tool by an `action` of the type `mcp`. A platform key must send `client_id`.',
  scope: 'integrations:write',
  body: ToolServerInput,
  waits: true,
  audit: 'tool_server.created',
  ...created('/v1/tool-servers/{id}', ToolServer),
  errors: ['client_not_found', 'client_suspended', 'tool_server_failed'],
});

export const get = route('GET /v1/tool-servers/{tool_server_id}', {
  summary: 'Get a tool server',
  description: 'Returns the tool server with its tools, without its token.',
  scope: 'integrations:read',
  ...entityOf(ToolServer),
});

export const replace = route('PUT /v1/tool-servers/{tool_server_id}', {
  summary: 'Replace a tool server',
  description:
    'Replaces everything that can be changed. The address cannot: a server at another address is another one.',
  scope: 'integrations:write',
  body: ToolServerReplacement,
  audit: 'tool_server.updated',
  ...entityOf(ToolServer),
});

export const update = route('PATCH /v1/tool-servers/{tool_server_id}', {
  summary: 'Update a tool server',
  description:
    'Changes the fields that are sent: null removes the token. A patch that changes nothing leaves the version as it is.',
  scope: 'integrations:write',
  body: ToolServerPatch,
  audit: 'tool_server.updated',
  ...entityOf(ToolServer),
});

export const remove = route('DELETE /v1/tool-servers/{tool_server_id}', {
  summary: 'Remove a tool server',
  description: 'Removes the tool server with its token. Agents can no longer call its tools.',
  scope: 'integrations:write',
  audit: 'tool_server.removed',
  etag: ToolServer,
});

export const refresh = route('POST /v1/tool-servers/{tool_server_id}/refresh', {
  summary: 'Compare the tools of a server with those that were accepted',
  description:
    'Asks the server for its tools. A tool that is described differently is disabled until its new description is accepted: read `found` in the answer, and send its `hash` in `accept`.',
  scope: 'integrations:write',
  body: strictObject('ToolServerRefresh', 'The descriptions of tools to accept', {
    accept: z
      ._default(z.array(ToolHash).check(z.maxLength(2 * maxServerTools)), [])
      .register(docs, { description: 'The hashes of descriptions to accept' }),
  }),
  optionalBody: true,
  waits: true,
  audit: 'tool_server.refreshed',
  ...entityOf(ToolServer),
  errors: ['tool_server_failed'],
});
