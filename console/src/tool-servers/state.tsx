import type { ServerTool, ToolCounts } from 'voice-agent-platform-client';
import { Badge } from '../kit/badge.tsx';
import { toolServerWords } from '../words/tool-servers.ts';

/** The state of a tool: one that agents can call in plain words, and any other as a badge. */
export const ToolState = ({ status }: Pick<ServerTool, 'status'>) => {
  const { statuses } = toolServerWords();
  return status === 'enabled' ? statuses.enabled : <Badge tone="warn">{statuses[status]}</Badge>;
};

/** The state of a server: how many tools agents can call, and what somebody has to look at. */
export const ServerState = ({ counts: of }: { readonly counts: ToolCounts }) => {
  const { counts } = toolServerWords();
  const others = (['changed', 'new', 'removed'] as const).filter((status) => of[status] > 0);
  return (
    <>
      {counts.enabled(of.enabled)}
      {others.map((status) => (
        <span key={status}>
          {' '}
          <Badge tone="warn">{counts[status](of[status])}</Badge>
        </span>
      ))}
    </>
  );
};
