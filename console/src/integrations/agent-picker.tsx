import { Combobox } from '@base-ui/react/combobox';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import type { AgentItem } from 'voice-agent-platform-client';
import { useNames } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { cx } from '../kit/cx.ts';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { words } from '../words/index.ts';

interface AgentPickerProps {
  readonly label: string;
  /** The organization whose agents may be chosen, with those below it. */
  readonly clientId: string;
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
  const name = useDeferredValue(typed.trim());
  const found = useQuery({
    queryKey: ['agents', 'picker', clientId, name],
    queryFn: ({ signal }) =>
      api.agents.list({ query: { client_id: clientId, limit: 50, ...(name && { name }) }, signal }),
    enabled: may('agents:read'),
    placeholderData: (previous) => previous,
  });
  const items = useMemo(() => found.data?.data ?? [], [found.data]);
  const known = items.find((item) => item.id === agentId);
  const nameOf = useNames('agent', agentId && !known ? [agentId] : []);
  const shown = agentId ? (known?.name ?? nameOf(agentId)) : agents.choose;
  return (
    <div className={kit.field}>
      <span id={`${id}-label`} className={kit.label}>
        {label}
      </span>
      <Combobox.Root
        items={items}
        filter={null}
        disabled={disabled === true}
        value={known ?? null}
        itemToStringLabel={(item: AgentItem) => item.name}
        isItemEqualToValue={(item: AgentItem, value: AgentItem) => item.id === value.id}
        onInputValueChange={(value, { reason }) => {
          if (reason === 'input-change' || reason === 'input-clear') setTyped(value);
        }}
        onValueChange={(value: AgentItem | null) => value && onChoose(value.id)}
      >
        <Combobox.Trigger
          className={cx(kit.button, kit.choice)}
          aria-labelledby={`${id}-label ${id}-value`}
          aria-describedby={fault ? `${id}-fault` : undefined}
        >
          <span id={`${id}-value`} className={kit.clip}>
            {shown}
          </span>
          <Icon name="down" />
        </Combobox.Trigger>
        <Combobox.Portal>
          <Combobox.Positioner align="start" sideOffset={4} className={kit.place}>
            <Combobox.Popup className={kit.popup} aria-label={label}>
              <Combobox.Input className={kit.input} aria-label={agents.find} placeholder={agents.find} />
              <Combobox.Empty className={cx(kit.small, kit.muted)}>{agents.noSuchAgent}</Combobox.Empty>
              <Combobox.List>
                {(item: AgentItem) => (
                  <Combobox.Item key={item.id} value={item} className={kit.item}>
                    <bdi className={kit.clip}>{item.name}</bdi>
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
      {fault && (
        <span id={`${id}-fault`} className={kit.fault}>
          {fault}
        </span>
      )}
    </div>
  );
};
