import { Link, useLocation } from '@tanstack/react-router';
import { useSession } from '../api/session.ts';
import { useInbox } from '../inbox/use-inbox.ts';
import { cx } from '../kit/cx.ts';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { words } from '../words/index.ts';
import styles from './navigation.module.css';
import { groups } from './pages.ts';
import { useOrg } from './use-org.ts';

/** The organization whose settings the navigation leads to. */
const useSettingsOf = (): string | undefined => {
  const { me } = useSession();
  return useOrg() ?? me.client?.id;
};

/** The settings are those of one organization, so there is no page of all. */
const SettingsLink = () => {
  const { may } = useSession();
  const clientId = useSettingsOf();
  return (
    clientId &&
    may('clients:read') && (
      <li>
        <Link
          to="/organizations/$clientId"
          params={{ clientId }}
          search={{ tab: 'settings' }}
          activeOptions={{ includeSearch: true }}
          activeProps={{ 'aria-current': 'page' }}
        >
          <Icon name="settings" />
          <span className={styles.name}>{words.shell.pages.settings}</span>
        </Link>
      </li>
    )
  );
};

/** The number of chats that wait for a person. */
export const Waiting = () => {
  const { waiting, hasMore } = useInbox();
  if (waiting === 0) return null;
  return (
    <span className={styles.count} title={words.chats.inbox.count(waiting)}>
      {waiting}
      {hasMore && '+'}
      <span className={kit.hidden}>, {words.chats.inbox.count(waiting)}</span>
    </span>
  );
};

/** All pages that the key may see. */
export const Navigation = () => {
  const { may } = useSession();
  const settingsOf = useSettingsOf();
  const onSettings = useLocation({
    select: ({ pathname, search }) =>
      pathname === `/organizations/${settingsOf}` && search.tab === 'settings',
  });
  return (
    <nav aria-label={words.shell.mainNavigation} className={styles.nav}>
      {groups
        .map((group) => ({ ...group, shown: group.pages.filter(({ scope }) => may(scope)) }))
        .filter(({ shown }) => shown.length > 0)
        .map(({ shown, ...group }) => (
          <div key={group.pages[0].name}>
            {'name' in group && <h2 className={styles.name}>{words.shell.groups[group.name]}</h2>}
            <ul>
              {shown.map(({ path, name, icon }) => (
                <li key={path}>
                  <Link
                    to={path}
                    title={words.shell.pages[name]}
                    activeOptions={{
                      // The settings of an organization have a link of their own, which is current instead.
                      exact: path === '/' || (path === '/organizations' && onSettings),
                      includeSearch: false,
                    }}
                    activeProps={{ 'aria-current': 'page' }}
                  >
                    <Icon name={icon} />
                    <span className={cx(styles.name, kit.grow)}>{words.shell.pages[name]}</span>
                    {name === 'inbox' && <Waiting />}
                  </Link>
                </li>
              ))}
              {'name' in group && group.name === 'manage' && <SettingsLink />}
            </ul>
          </div>
        ))}
    </nav>
  );
};
