import { useMatch, useNavigate } from '@tanstack/react-router';
import type { OrganizationItem } from 'voice-agent-platform-client';
import { useKnownNames, useOrganization } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { cx } from '../kit/cx.ts';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { words } from '../words/index.ts';
import { brandName } from './branding.ts';
import { Logo } from './logo.tsx';
import { OrganizationPicker } from './organization-picker.tsx';
import styles from './organization-switcher.module.css';
import { useOrg } from './use-org.ts';

/** Chooses the organization whose descendants all pages show. The choice is in the address bar, as `org`. */
export const OrganizationSwitcher = () => {
  const { me } = useSession();
  const org = useOrg();
  const navigate = useNavigate();
  const chosen = useOrganization(org);
  const above = chosen?.parent_id === me.client?.id ? undefined : chosen?.parent_id;
  const parentOf = useKnownNames('client', above ? [above] : []);
  // The page of an organization is always in its own context.
  const isOpened = useMatch({ from: '/organizations/$clientId', shouldThrow: false }) !== undefined;
  const everything = me.client ? me.client.name : words.shell.allOrganizations;
  const choose = (next: OrganizationItem | null) => {
    const id = next && next.id !== me.client?.id ? next.id : undefined;
    if (!isOpened) return navigate({ to: '.', search: (previous) => ({ ...previous, org: id }) });
    return next
      ? navigate({ to: '/organizations/$clientId', params: { clientId: next.id }, search: { org: id } })
      : navigate({ to: '/organizations', search: { org: undefined } });
  };
  const path = [brandName(me), above && parentOf(above)].filter(Boolean);
  return (
    <OrganizationPicker
      aria-label={words.shell.organization}
      className={styles.switcher}
      chosen={chosen}
      other={org && everything}
      onChoose={(next) => void choose(next)}
    >
      <Logo />
      <span className={styles.names}>
        <span className={cx(kit.small, kit.muted, kit.clip)}>{path.join(' › ')}</span>
        <strong className={kit.clip}>{org ? (chosen?.name ?? '…') : everything}</strong>
      </span>
      <Icon name="choose" className={styles.more} />
    </OrganizationPicker>
  );
};
