import type { ToolServer, ToolServerPatch } from 'voice-agent-platform-client';

/** The settings of a tool server as people enter them. A token that is left empty is unchanged. */
export const draftOf = ({ name }: ToolServer) => ({ name, token: '', removes_token: false });

type ToolServerDraft = ReturnType<typeof draftOf>;

/** The settings that a draft changes. */
export const patchOf = (
  before: ToolServerDraft,
  { name, token, removes_token }: ToolServerDraft,
): ToolServerPatch => ({
  ...(name !== before.name && { name }),
  ...(token && { token }),
  ...(removes_token && { token: null }),
});
