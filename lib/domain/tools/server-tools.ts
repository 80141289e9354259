import type { ServerTool, ToolCounts, ToolDescription } from '#lib/contract/tool-servers.ts';
import { serverToolStatuses } from '#lib/contract/tool-servers.ts';

/** The tools that a server describes, by name. */
export type FoundTools = ReadonlyMap<string, ToolDescription>;

const toolOf = (
  name: string,
  accepted: ToolDescription | null,
  found: ToolDescription | null,
): ServerTool => {
  if (found === null) return { name, status: 'removed', accepted, found };
  if (accepted === null) return { name, status: 'new', accepted, found };
  return accepted.hash === found.hash
    ? { name, status: 'enabled', accepted, found: null }
    : { name, status: 'changed', accepted, found };
};

/**
 * Compares the tools that were accepted with those that the server describes now. A description is accepted
 * by its hash, so that nobody accepts another one than they have read.
 */
export const compareTools = (
  before: readonly ServerTool[],
  found: FoundTools,
  isAccepted: (hash: string) => boolean,
): ServerTool[] => {
  const known = new Map(before.map(({ name, accepted }) => [name, accepted]));
  return [...new Set([...known.keys(), ...found.keys()])].flatMap((name) => {
    const now = found.get(name) ?? null;
    const accepted = now && isAccepted(now.hash) ? now : (known.get(name) ?? null);
    // A new tool that is gone again was never accepted.
    return accepted || now ? [toolOf(name, accepted, now)] : [];
  });
};

/** The number of tools in each status. */
export const countTools = (tools: readonly ServerTool[]): ToolCounts =>
  Object.fromEntries(
    serverToolStatuses.map((status) => [status, tools.filter((tool) => tool.status === status).length]),
  ) as ToolCounts;

/** The names of the tools that agents could call before, and no longer can. */
export const disabledTools = (before: readonly ServerTool[], after: readonly ServerTool[]): string[] => {
  const enabled = new Set(after.filter(({ status }) => status === 'enabled').map(({ name }) => name));
  return before
    .filter(({ name, status }) => status === 'enabled' && !enabled.has(name))
    .map(({ name }) => name);
};
