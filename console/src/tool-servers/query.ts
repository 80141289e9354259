import type { Client } from 'voice-agent-platform-client';

/** A tool server with its tools. */
export const toolServerQuery = (api: Client, tool_server_id: string) => ({
  queryKey: ['tool-server', tool_server_id],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    api.toolServers.get.withResponse({ params: { tool_server_id }, signal }),
});
