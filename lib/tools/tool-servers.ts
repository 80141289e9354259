import { isDeepStrictEqual } from 'node:util';
import type {
  ServerTool,
  ToolServer,
  ToolServerInput,
  ToolServerItem,
  ToolServerReplacement,
} from '#lib/contract/tool-servers.ts';
import { newId } from '#lib/domain/ids.ts';
import type { FoundTools } from '#lib/domain/tools/server-tools.ts';
import { compareTools, countTools, disabledTools } from '#lib/domain/tools/server-tools.ts';
import { currentOrigin } from '#lib/store/cause.ts';
import { changed, entities, entityChanges, entityWrites, firstVersion } from '#lib/store/entity.ts';
import { eventWrite } from '#lib/store/events/events.ts';
import type { Write } from '#lib/store/operations/operation.ts';
import type { SecretContext } from '#lib/store/secrets/data-key.ts';

/**
 * A tool server as it is stored: with its sealed token, and the ids of its organization and that
 * organization's ancestors.
 */
export interface ToolServerRecord extends ToolServer {
  readonly path: readonly string[];
  /** Sealed. */
  readonly token: string | null;
}

export const toolServers = /* @__PURE__ */ entities<ToolServerRecord, ToolServerItem, ToolServer>({
  prefix: 'tsrv',
  list: 'tool_servers',
  kind: 'tool_server',
  json: ['tools', 'tool_counts', 'metadata'],
  shown: ({ path: _path, token: _token, tools: _tools, metadata: _metadata, ...shown }) => shown,
});

/** The context in which a server's token is sealed. */
export const tokenContext = (id: string): SecretContext => ({ entity: id, purpose: 'tool_server_token' });

/** A token as it is stored. */
export interface SealedToken {
  readonly token: string | null;
  readonly token_hint: string | null;
}

export const newToolServerId = () => newId('tsrv');

export const insertToolServer = (
  id: string,
  client: { readonly id: string; readonly path: readonly string[] },
  { name, url, metadata }: ToolServerInput,
  sealed: SealedToken,
  found: FoundTools,
): Write<ToolServer> => {
  const first = firstVersion(id, client.path);
  const tools = compareTools([], found, () => true);
  const server: ToolServerRecord = {
    ...first,
    client_id: client.id,
    created_by: currentOrigin().actor,
    name,
    url,
    ...sealed,
    checked_at: first.created_at,
    tools,
    tool_counts: countTools(tools),
    metadata,
  };
  return { operations: entityWrites(toolServers, server), reply: server };
};

/** The fields that a replacement sets, except the token. */
export const replaceableFields = ({ name, metadata }: ToolServerRecord) => ({ name, metadata });

/** Changes a tool server. A replacement without an effect is answered without a write. */
export const replaceToolServer = (
  before: ToolServerRecord,
  { name, metadata }: ToolServerReplacement,
  sealed: SealedToken,
): Write<ToolServer> => {
  const fields = { name, metadata, ...sealed };
  if (isDeepStrictEqual({ ...before, ...fields }, before))
    return { operations: [], reply: before, replaces: before };
  const after = changed(before, fields);
  return { operations: entityChanges(toolServers, before, after), reply: after, replaces: before };
};

/** Keeps what a server describes now. Integrators are notified of tools that agents can no longer call. */
export const keepFound = (
  before: ToolServerRecord,
  found: FoundTools,
  isAccepted: (hash: string) => boolean = () => false,
): Write<ToolServer> => {
  const tools: ServerTool[] = compareTools(before.tools, found, isAccepted);
  const after = changed(before, {
    tools,
    tool_counts: countTools(tools),
    checked_at: new Date().toISOString(),
  });
  const disabled = disabledTools(before.tools, tools);
  const { id, name } = after;
  return {
    operations: [
      ...entityChanges(toolServers, before, after),
      ...(disabled.length > 0
        ? [eventWrite('tool_server.changed', after, { id, name, tools: disabled })]
        : []),
    ],
    reply: after,
    replaces: before,
  };
};
