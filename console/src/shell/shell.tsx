import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { signOut, useSession } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { SelectField } from '../kit/field.tsx';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { applyBranding, brandLogo, brandName } from './branding.ts';
import { OrganizationSwitcher } from './organization-switcher.tsx';
import { pages } from './pages.ts';
import styles from './shell.module.css';
import type { Theme } from './theme.ts';
import { applyTheme, storedTheme } from './theme.ts';

const ThemeField = () => {
  const [theme, setTheme] = useState(storedTheme);
  return (
    <SelectField
      label="Appearance"
      labelHidden
      value={theme}
      options={[
        { value: 'auto', label: 'Appearance: device' },
        { value: 'light', label: 'Appearance: light' },
        { value: 'dark', label: 'Appearance: dark' },
      ]}
      onChange={({ target }) => {
        setTheme(target.value as Theme);
        applyTheme(target.value as Theme);
      }}
    />
  );
};

/** The frame of every page: the organization, the navigation and the key. */
export const Shell = () => {
  const { me, may } = useSession();
  const [open, setOpen] = useState(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);

  useLayoutEffect(() => {
    applyBranding(me.branding);
    return () => applyBranding(null);
  }, [me]);

  // A screen reader goes on with the new page, and the menu of a phone closes.
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    setOpen(false);
    main.current?.focus();
  }, [path]);

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        Skip to the content
      </a>
      <div className={styles.top}>
        <Button
          look="plain"
          className={kit.icon}
          aria-label="Menu"
          aria-expanded={open}
          aria-controls="side"
          onClick={() => setOpen(!open)}
        >
          <Icon name="menu" />
        </Button>
        <strong className={kit.clip}>{brandName(me)}</strong>
      </div>
      <div className={styles.side} id="side" data-open={open}>
        <Link to="/" className={styles.brand}>
          <img src={brandLogo(me.branding)} alt="" />
          <span className={kit.clip}>{brandName(me)}</span>
        </Link>
        {may('clients:read') && <OrganizationSwitcher />}
        <nav aria-label="Main">
          <ul>
            {pages
              .filter(({ scope }) => may(scope))
              .map(({ path: to, label }) => (
                <li key={to}>
                  <Link to={to} activeProps={{ 'aria-current': 'page' }}>
                    {label}
                  </Link>
                </li>
              ))}
          </ul>
        </nav>
        <div className={styles.foot}>
          <ThemeField />
          <div className={cx(kit.small, kit.muted, kit.clip)} title={me.key.name}>
            Key: {me.key.name}
          </div>
          <Button small onClick={() => signOut()}>
            Sign out
          </Button>
        </div>
      </div>
      <main id="main" className={styles.page} ref={main} tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
};
