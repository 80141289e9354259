import { Combobox } from '@base-ui/react/combobox';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { useDeferredValue, useMemo, useState } from 'react';
import type { Organization, OrganizationItem } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { words } from '../words/index.ts';

interface OrganizationPickerProps
  extends Pick<ComponentProps<typeof Combobox.Trigger>, 'aria-label' | 'aria-labelledby'> {
  readonly chosen: Organization | undefined;
  /** The content of the button. */
  readonly children: ReactNode;
  readonly className?: string | undefined;
  /** A choice besides the organizations. */
  readonly other?: string | undefined;
  /** With null if the other choice was made. */
  readonly onChoose: (next: OrganizationItem | null) => void;
}

/** Chooses one of all organizations that the key reaches, by the beginning of its name. */
export const OrganizationPicker = ({
  chosen,
  other,
  onChoose,
  children,
  className = cx(kit.button, kit.choice),
  ...label
}: OrganizationPickerProps) => {
  const { api } = useSession();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const name = useDeferredValue(typed.trim());
  const found = useQuery({
    queryKey: ['clients', 'picker', name],
    queryFn: ({ signal }) => api.clients.list({ query: { limit: 50, ...(name && { name }) }, signal }),
    placeholderData: (previous) => previous,
  });
  const items = useMemo(() => found.data?.data ?? [], [found.data]);
  return (
    <Combobox.Root
      items={items}
      filter={null}
      open={open}
      onOpenChange={setOpen}
      value={items.find(({ id }) => id === chosen?.id) ?? chosen ?? null}
      itemToStringLabel={(item: OrganizationItem) => item.name}
      isItemEqualToValue={(item: OrganizationItem, value: OrganizationItem) => item.id === value.id}
      onInputValueChange={(value, { reason }) => {
        if (reason === 'input-change' || reason === 'input-clear') setTyped(value);
      }}
      onValueChange={(value: OrganizationItem | null) => value && onChoose(value)}
    >
      <Combobox.Trigger className={className} {...label}>
        {children}
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner align="start" sideOffset={4} className={kit.place}>
          <Combobox.Popup className={kit.popup} aria-label={words.shell.organizations}>
            <Combobox.Input
              className={kit.input}
              placeholder={words.shell.nameBegins}
              aria-label={words.shell.findOrganization}
            />
            {other && (
              <button
                type="button"
                className={cx(kit.item, kit.button, kit.plain)}
                onClick={() => {
                  setOpen(false);
                  onChoose(null);
                }}
              >
                {other}
              </button>
            )}
            <Combobox.Empty className={cx(kit.small, kit.muted)}>
              {words.shell.noSuchOrganization}
            </Combobox.Empty>
            <Combobox.List>
              {(item: OrganizationItem) => (
                <Combobox.Item key={item.id} value={item} className={kit.item}>
                  <span className={cx(kit.grow, kit.clip)}>{item.name}</span>
                  <span className={cx(kit.small, kit.muted)}>{words.shell.types[item.type]}</span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
};
