import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePreferences } from '../api/preferences.ts';
import { chooseAgain, signOut, useSession } from '../api/session.ts';
import { cx } from '../kit/cx.ts';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { Menu, MenuChoice, MenuItem, MenuLink } from '../kit/menu.tsx';
import { callerName } from '../people/caller-name.ts';
import type { Language } from '../words/index.ts';
import { chooseLanguage, languages, useLanguage, words } from '../words/index.ts';
import styles from './account-menu.module.css';
import type { Theme } from './theme.ts';
import { applyTheme, storedTheme } from './theme.ts';

const initials = (name: string): string =>
  name
    .split(/[\s@.:]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((part) => part.charAt(0).toUpperCase())
    .join('');

/** The signed-in person or key, and the console's theme and language. */
export const AccountMenu = ({ onShortcuts }: { readonly onShortcuts: () => void }) => {
  const { me } = useSession();
  const language = useLanguage();
  const { save } = usePreferences();
  const [theme, setTheme] = useState(storedTheme);
  const name = callerName(me);
  const changeTheme = (next: Theme) => {
    setTheme(next);
    applyTheme(next);
  };
  // Another language mounts the pages again, which reads the preferences.
  const changeLanguage = (next: Language) =>
    save({ language: next })
      .catch(() => undefined)
      .then(() => chooseLanguage(next));
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={styles.account} title={name}>
          <span className={styles.avatar} aria-hidden="true">
            {initials(me.key?.name ?? name)}
          </span>
          <span className={cx(styles.names, kit.clip)}>{name}</span>
          <span className={kit.hidden}>, {words.shell.account}</span>
          <Icon name="choose" className={styles.more} />
        </button>
      }
    >
      <MenuChoice
        label={words.shell.appearance}
        value={theme}
        options={(['auto', 'light', 'dark'] as const).map((value) => ({
          value,
          label: words.shell.themes[value],
        }))}
        onChange={changeTheme}
      />
      <MenuChoice
        label={words.shell.language}
        value={language}
        options={languages}
        onChange={(next) => void changeLanguage(next)}
      />
      <div className={styles.rule} />
      <MenuItem onClick={onShortcuts}>{words.shell.shortcuts.title}</MenuItem>
      {me.person && <MenuLink link={<Link to="/sessions" />}>{words.shell.sessions}</MenuLink>}
      {me.memberships.length > 1 && (
        <MenuItem onClick={chooseAgain}>{words.shell.otherOrganization}</MenuItem>
      )}
      <MenuItem onClick={() => signOut()}>{words.shell.signOut}</MenuItem>
    </Menu>
  );
};
