import type { QueryClient } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import type { AgentItem } from 'voice-agent-platform-client';
import { ownersQuery } from '../agents/use-integrations.ts';
import type { Session } from '../api/access.ts';
import { useNames } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { Combo } from '../kit/combo.tsx';
import { cx } from '../kit/cx.ts';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { words } from '../words/index.ts';

/**
 * The agents that are offered for an organization: its own and those below it, or those that can serve it,
 * which are its own and those above it, or all of these.
 */
type AgentRange = 'below' | 'serving' | 'all';

interface AgentPickerProps {
  readonly label: string;
  /** Absent: the agents of all organizations. */
  readonly clientId?: string | undefined;
  readonly offered?: AgentRange;
  readonly agentId: string;
  readonly disabled?: boolean | undefined;
  readonly fault?: string | undefined;
  readonly onChoose: (agentId: string) => void;
}

/** So many agents are offered. People find others by the beginning of a name. */
const mostOffered = 50;

interface AgentsRequest {
  readonly signal: AbortSignal;
  readonly client: QueryClient;
}

/** The agents of an organization and those below it. */
const agentsBelow = async (
  { api }: Session,
  clientId: string | undefined,
  name: string,
  signal: AbortSignal,
) =>
  (
    await api.agents.list({
      query: { limit: mostOffered, ...(clientId && { client_id: clientId }), ...(name && { name }) },
      signal,
    })
  ).data;

/** The agents of an organization and those above it, which the list of the highest one has among others. */
const agentsServing = async (
  session: Session,
  clientId: string,
  name: string,
  { signal, client }: AgentsRequest,
): Promise<AgentItem[]> => {
  const owners = await client.fetchQuery(ownersQuery(session, clientId));
  const query = { limit: 100, client_id: owners.at(-1) ?? clientId, ...(name && { name }) };
  const found: AgentItem[] = [];
  for await (const { data } of session.api.agents.list.pages({ query, signal })) {
    found.push(...data.filter(({ client_id }) => owners.includes(client_id)));
    if (found.length >= mostOffered) break;
  }
  return found;
};

/** Chooses one of the agents for an organization, by the beginning of its name. */
export const AgentPicker = ({
  label,
  clientId,
  offered = 'below',
  agentId,
  disabled,
  fault,
  onChoose,
}: AgentPickerProps) => {
  const session = useSession();
  const { may } = session;
  const id = useId();
  const { agents } = words.integrations;
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState(false);
  const name = useDeferredValue(typed.trim());
  const found = useQuery({
    queryKey: ['agents', 'picker', clientId, offered, name],
    queryFn: async (request) => {
      const { signal } = request;
      if (!clientId || offered === 'below') return agentsBelow(session, clientId, name, signal);
      const serving = await agentsServing(session, clientId, name, request);
      if (offered === 'serving') return serving;
      const below = await agentsBelow(session, clientId, name, signal);
      return [...serving, ...below.filter(({ id }) => !serving.some((one) => one.id === id))];
    },
    // Whether there is any is said before somebody looks for one.
    enabled: may('agents:read') && (opened || (offered === 'serving' && !disabled)),
    placeholderData: (previous, before) => (before?.queryKey[2] === clientId ? previous : undefined),
  });
  const items = useMemo(() => found.data ?? [], [found.data]);
  const known = items.find((item) => item.id === agentId);
  const nameOf = useNames('agent', agentId ? [agentId] : []);
  const shown = agentId ? nameOf(agentId) : agents.choose;
  return (
    <div className={kit.field}>
      <span id={`${id}-label`} className={kit.label}>
        {label}
      </span>
      <Combo
        trigger={
          <button
            type="button"
            className={cx(kit.button, kit.choice)}
            disabled={disabled}
            aria-labelledby={`${id}-label ${id}-value`}
            aria-describedby={fault ? `${id}-fault` : undefined}
          >
            <span id={`${id}-value`} className={kit.clip}>
              {shown}
            </span>
            <Icon name="down" />
          </button>
        }
        label={label}
        find={agents.find}
        items={items}
        value={known ?? null}
        disabled={disabled === true}
        idOf={(item) => item.id}
        nameOf={(item) => item.name}
        row={(item) => <bdi className={kit.clip}>{item.name}</bdi>}
        onOpenChange={(open) => setOpened((before) => before || open)}
        onType={setTyped}
        onChoose={(item) => onChoose(item.id)}
      >
        {() =>
          found.isSuccess &&
          items.length === 0 && <p className={cx(kit.small, kit.muted)}>{agents.noSuchAgent}</p>
        }
      </Combo>
      {offered === 'serving' && found.isSuccess && items.length === 0 && name === '' && (
        <div className={cx(kit.row, kit.small, kit.muted)} role="status">
          <span>{agents.noneServes}</span>
          {may('agents:write') && <Link to="/agents">{agents.createAgent}</Link>}
        </div>
      )}
      {fault && (
        <span id={`${id}-fault`} className={kit.fault}>
          {fault}
        </span>
      )}
    </div>
  );
};
