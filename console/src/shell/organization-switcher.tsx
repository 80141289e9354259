import { Combobox } from '@base-ui/react/combobox';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState } from 'react';
import type { OrganizationItem } from 'voice-agent-platform-client';
import { inWords } from '../api/format.ts';
import { useOrganization } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import styles from './shell.module.css';
import { useOrg } from './use-org.ts';

/** Chooses the organization whose descendants all pages show. The choice is in the address bar, as `org`. */
export const OrganizationSwitcher = () => {
  const { api, me } = useSession();
  const org = useOrg();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const name = useDeferredValue(typed.trim());
  const chosen = useOrganization(org);
  const found = useQuery({
    queryKey: ['clients', 'switcher', name],
    queryFn: ({ signal }) => api.clients.list({ query: { limit: 50, ...(name && { name }) }, signal }),
    placeholderData: (previous) => previous,
  });
  const items = useMemo(() => found.data?.data ?? [], [found.data]);
  const everything = me.client ? me.client.name : 'All organizations';

  const choose = (next: OrganizationItem | null) =>
    navigate({
      to: '.',
      search: (previous) => ({ ...previous, org: next && next.id !== me.client?.id ? next.id : undefined }),
    });

  return (
    <Combobox.Root
      items={items}
      filter={null}
      value={items.find(({ id }) => id === org) ?? chosen ?? null}
      itemToStringLabel={(item: OrganizationItem) => item.name}
      isItemEqualToValue={(item: OrganizationItem, value: OrganizationItem) => item.id === value.id}
      onInputValueChange={(value, { reason }) => {
        if (reason === 'input-change' || reason === 'input-clear') setTyped(value);
      }}
      onValueChange={(value) => void choose(value)}
    >
      <Combobox.Trigger className={cx(kit.button, styles.switcher)} aria-label="Organization">
        <span className={kit.clip}>{org ? (chosen?.name ?? '…') : everything}</span>
        <span aria-hidden="true">▾</span>
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner align="start" sideOffset={4}>
          <Combobox.Popup className={kit.popup} aria-label="Organizations">
            <Combobox.Input
              className={kit.input}
              placeholder="Name begins with …"
              aria-label="Find an organization"
            />
            {org && (
              <button
                type="button"
                className={cx(kit.item, kit.button, kit.plain)}
                onClick={() => void choose(null)}
              >
                {everything}
              </button>
            )}
            <Combobox.Empty className={cx(kit.small, kit.muted)}>
              No organization has such a name.
            </Combobox.Empty>
            <Combobox.List>
              {(item: OrganizationItem) => (
                <Combobox.Item key={item.id} value={item} className={kit.item}>
                  <span className={kit.clip}>{item.name}</span>
                  <span className={cx(kit.small, kit.muted)}>{inWords(item.type)}</span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
};
