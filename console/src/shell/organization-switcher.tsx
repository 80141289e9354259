import { useMatch, useNavigate } from '@tanstack/react-router';
import type { OrganizationItem } from 'voice-agent-platform-client';
import { useOrganization } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { OrganizationPicker } from './organization-picker.tsx';
import { useOrg } from './use-org.ts';

/** Chooses the organization whose descendants all pages show. The choice is in the address bar, as `org`. */
export const OrganizationSwitcher = () => {
  const { me } = useSession();
  const org = useOrg();
  const navigate = useNavigate();
  const chosen = useOrganization(org);
  // The page of an organization is always in its own context.
  const isOpened = useMatch({ from: '/organizations/$clientId', shouldThrow: false }) !== undefined;
  const everything = me.client ? me.client.name : 'All organizations';
  const choose = (next: OrganizationItem | null) => {
    const id = next && next.id !== me.client?.id ? next.id : undefined;
    if (!isOpened) return navigate({ to: '.', search: (previous) => ({ ...previous, org: id }) });
    return next
      ? navigate({ to: '/organizations/$clientId', params: { clientId: next.id }, search: { org: id } })
      : navigate({ to: '/organizations', search: { org: undefined } });
  };
  return (
    <OrganizationPicker
      aria-label="Organization"
      chosen={chosen}
      shown={org ? (chosen?.name ?? '…') : everything}
      other={org && everything}
      onChoose={(next) => void choose(next)}
    />
  );
};
