import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { useSession } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { words } from '../words/index.ts';
import { Navigation, Waiting } from './navigation.tsx';
import { pagesOfPhone } from './pages.ts';
import styles from './shell.module.css';

interface TopProps {
  readonly start: ReactNode;
  readonly account: ReactNode;
  readonly onSearch: () => void;
}

/** Above the page of a phone: whose pages these are, the search and the account. */
export const TopBar = ({ start, account, onSearch }: TopProps) => (
  <div className={styles.top}>
    <div>{start}</div>
    <Button look="plain" className={kit.icon} aria-label={words.shell.search} onClick={onSearch}>
      <Icon name="search" />
    </Button>
    <div>{account}</div>
  </div>
);

/** Below the page of a phone: the main pages, and a menu of all others. */
export const BottomBar = ({ path }: { readonly path: string }) => {
  const { may } = useSession();
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes once a page is chosen.
  useEffect(() => setOpen(false), [path]);
  return (
    <>
      <nav className={styles.bottom} aria-label={words.shell.mainPages}>
        {pagesOfPhone
          .filter(({ scope }) => may(scope))
          .map(({ path: to, name, icon }) => (
            <Link
              key={to}
              to={to}
              activeOptions={{ exact: to === '/', includeSearch: false }}
              activeProps={{ 'aria-current': 'page' }}
            >
              <Icon name={icon} />
              {words.shell.pages[name]}
            </Link>
          ))}
        <button type="button" onClick={() => setOpen(true)}>
          <Icon name="menu" />
          <span>
            {words.shell.more} {may('chats:write') && <Waiting />}
          </span>
        </button>
      </nav>
      <Dialog open={open} onClose={() => setOpen(false)} title={words.shell.allPages}>
        <Navigation />
      </Dialog>
    </>
  );
};
