import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { Fragment, lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useOrganization } from '../api/names.tsx';
import { usePreferences } from '../api/preferences.ts';
import { useSession } from '../api/session.ts';
import { setZone, zone } from '../api/zone.ts';
import { useFollowedInbox } from '../inbox/use-inbox.ts';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { Toasts } from '../kit/toasts.tsx';
import { useShortcut } from '../kit/use-shortcut.ts';
import { chooseLanguage, words } from '../words/index.ts';
import { AccountMenu } from './account-menu.tsx';
import { applyBranding, brandName } from './branding.ts';
import { Denied } from './denied.tsx';
import { Logo } from './logo.tsx';
import { withModifier } from './modifier.ts';
import { Navigation } from './navigation.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { OrganizationSwitcher } from './organization-switcher.tsx';
import { pageAt } from './pages.ts';
import { BottomBar, TopBar } from './phone-bars.tsx';
import styles from './shell.module.css';
import { useOrg } from './use-org.ts';

const Command = lazy(() => import('./command.tsx').then((module) => ({ default: module.Command })));
const ViewBar = lazy(() => import('./view-bar.tsx').then((module) => ({ default: module.ViewBar })));
const Shortcuts = lazy(() => import('./shortcuts.tsx').then((module) => ({ default: module.Shortcuts })));

/** The switcher of organizations, or only the name of the organization if the key reaches no other. */
const Brand = () => {
  const { me, may } = useSession();
  return may('clients:read') ? (
    <OrganizationSwitcher />
  ) : (
    <Link to="/" className={styles.brand}>
      <Logo />
      <span className={kit.clip}>{brandName(me)}</span>
    </Link>
  );
};

/** Reads the inbox for all that shows it, without rendering any of that. */
const InboxFollower = () => {
  useFollowedInbox();
  return null;
};

/** The frame of every page: the organization, the navigation and the account. */
export const Shell = () => {
  const { me, may, viewedRole } = useSession();
  const [dialog, setDialog] = useState<'command' | 'shortcuts'>();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const lacking = pageAt(path, (page) => !may(page.scope));
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);
  const { preferences } = usePreferences();
  const organizationId = useOrg() ?? me.client?.id;
  const organization = useOrganization(organizationId);
  // While the organization is being read, the zone stays: another zone renders the page again, without its
  // open dialog.
  if (organization || organizationId === undefined) setZone(organization?.effective_settings.timezone);
  const openCommand = () => setDialog('command');
  const openShortcuts = () => setDialog('shortcuts');
  const close = () => setDialog(undefined);
  useShortcut('mod+k', openCommand);
  useShortcut('?', openShortcuts);
  useShortcut('/', () => {
    const field = main.current?.querySelector<HTMLInputElement>('input[type=search]');
    if (field) field.focus();
    else openCommand();
  });

  useLayoutEffect(() => {
    applyBranding(me.branding);
    return () => applyBranding(null);
  }, [me]);

  useEffect(() => void chooseLanguage(preferences?.language), [preferences]);

  // A screen reader goes on with the new page.
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    main.current?.focus();
  }, [path]);

  const account = <AccountMenu onShortcuts={openShortcuts} />;
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        {words.shell.skip}
      </a>
      <Suspense>{viewedRole && <ViewBar />}</Suspense>
      <TopBar start={<Brand />} account={account} onSearch={openCommand} />
      <aside className={styles.side} aria-label={words.shell.console}>
        <Brand />
        <button type="button" className={styles.find} onClick={openCommand}>
          <Icon name="search" />
          <span className={kit.grow}>{words.shell.search}</span>
          <kbd>{withModifier('mod+K')}</kbd>
        </button>
        <Navigation />
        <div className={styles.foot}>{account}</div>
      </aside>
      <main id="main" className={styles.page} ref={main} tabIndex={-1}>
        <Fragment key={zone}>
          {lacking ? (
            <Denied asPage what={words.shell.pages[lacking.name]} scope={lacking.scope} />
          ) : (
            <Outlet />
          )}
        </Fragment>
      </main>
      <BottomBar path={path} />
      <InboxFollower />
      <OfflineBar />
      <Toasts />
      <Suspense>
        {dialog === 'command' && <Command onClose={close} />}
        {dialog === 'shortcuts' && <Shortcuts onClose={close} />}
      </Suspense>
    </div>
  );
};
