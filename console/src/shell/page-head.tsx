import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { useSession } from '../api/session.ts';
import kit from '../kit/kit.module.css';
import { brandName } from './branding.ts';
import styles from './shell.module.css';

/** The page's heading, which also names the tab. */
export const PageHead = ({ title, children }: { readonly title: string; readonly children?: ReactNode }) => {
  const { me } = useSession();
  useEffect(() => {
    document.title = `${title} · ${brandName(me)}`;
  }, [title, me]);
  return (
    <header className={styles.head}>
      <h1>{title}</h1>
      {children && <div className={kit.row}>{children}</div>}
    </header>
  );
};
