import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { useNames } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { Combo } from '../kit/combo.tsx';
import { cx } from '../kit/cx.ts';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { words } from '../words/index.ts';

interface AgentPickerProps {
  readonly label: string;
  /** The organization whose agents may be chosen, with those below it; absent for all. */
  readonly clientId?: string | undefined;
  readonly agentId: string;
  readonly disabled?: boolean | undefined;
  readonly fault?: string | undefined;
  readonly onChoose: (agentId: string) => void;
}

/** Chooses one of all agents of an organization, by the beginning of its name. */
export const AgentPicker = ({ label, clientId, agentId, disabled, fault, onChoose }: AgentPickerProps) => {
  const { api, may } = useSession();
  const id = useId();
  const { agents } = words.integrations;
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState(false);
  const name = useDeferredValue(typed.trim());
  const found = useQuery({
    queryKey: ['agents', 'picker', clientId, name],
    queryFn: ({ signal }) =>
      api.agents.list({
        query: { limit: 50, ...(clientId && { client_id: clientId }), ...(name && { name }) },
        signal,
      }),
    enabled: may('agents:read') && opened,
    placeholderData: (previous) => previous,
  });
  const items = useMemo(() => found.data?.data ?? [], [found.data]);
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
      {fault && (
        <span id={`${id}-fault`} className={kit.fault}>
          {fault}
        </span>
      )}
    </div>
  );
};
