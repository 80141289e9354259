import type { Agent } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import kit from '../kit/kit.module.css';
import { Denied } from '../shell/denied.tsx';
import { words } from '../words/index.ts';
import { Call } from './call.tsx';
import { Hear } from './hear.tsx';

/** The sound of the agent: by itself, and on the phone. */
export const Voice = ({ agent }: { readonly agent: Agent }) => {
  const { may } = useSession();
  const calls = may('calls:write') && may('integrations:read');
  if (!may('agents:write') && !calls) {
    return <Denied what={words.agents.tabs.voice} scope="agents:write" />;
  }
  return (
    <div className={kit.stack}>
      {may('agents:write') && <Hear agent={agent} />}
      {calls && <Call agent={agent} />}
    </div>
  );
};
