import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { useSession } from '../api/session.ts';
import { cx } from '../kit/cx.ts';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { brandName } from './branding.ts';
import styles from './page-head.module.css';

interface PageHeadProps {
  readonly title: string;
  /** The way back to the list. */
  readonly back?: ReactNode;
  /** Beside the title: the days that are shown, a state. */
  readonly context?: ReactNode;
  /** Buttons, at the end. */
  readonly children?: ReactNode;
}

/** The bar above a page. Its heading also names the tab. */
export const PageHead = ({ title, back, context, children }: PageHeadProps) => {
  const { me } = useSession();
  useEffect(() => {
    document.title = `${title} · ${brandName(me)}`;
  }, [title, me]);
  return (
    <header className={styles.bar}>
      {back && (
        <span className={styles.back}>
          <Icon name="back" />
          {back}
        </span>
      )}
      <h1 className={kit.clip}>{title}</h1>
      {context && <div className={kit.row}>{context}</div>}
      {children && <div className={cx(kit.row, styles.actions)}>{children}</div>}
    </header>
  );
};
