import type { ReactElement, ReactNode } from 'react';
import { cloneElement } from 'react';
import { formatPercent } from '../api/format.ts';
import { words } from '../words/index.ts';
import { cx } from './cx.ts';
import { Icon } from './icons.tsx';
import kit from './kit.module.css';
import styles from './stats.module.css';

/** The change of a figure from the previous period. */
export interface Change {
  readonly text: string;
  /** `more` or `less`, for screen readers. */
  readonly word: string;
  readonly rises: boolean;
  /** Whether that is good news; undefined for what is neither. */
  readonly good?: boolean | undefined;
  readonly before: string;
}

/** A change in percent, where there was something else before. */
export const changeOf = (now: number, before: number, shown: string, risesWell = true): Change | undefined =>
  before > 0 && now !== before
    ? {
        text: formatPercent(Math.abs(now / before - 1)),
        word: now >= before ? words.home.more : words.home.less,
        rises: now >= before,
        good: now >= before === risesWell,
        before: words.home.was(shown),
      }
    : undefined;

interface StatProps {
  readonly label: string;
  readonly value: string;
  /** Beside the value, smaller. */
  readonly unit?: string;
  readonly change?: Change | undefined;
  /** Below the value, where it has no change. */
  readonly note?: ReactNode;
  /** Leads to what is counted. */
  readonly link?: ReactElement<{ className?: string | undefined; children?: ReactNode }> | undefined;
}

export const Stat = ({ label, value, unit, change, note, link }: StatProps) => {
  const content = (
    <>
      <span className={kit.muted}>{label}</span>
      <span className={styles.value}>
        {value}
        {unit && <small> {unit}</small>}
      </span>
      {change && (
        <span className={cx(kit.row, styles.change)}>
          <span
            className={cx(
              styles.delta,
              change.good !== undefined && (change.good ? styles.good : styles.bad),
            )}
          >
            <Icon name={change.rises ? 'rise' : 'fall'} />
            {change.text} <span className={kit.hidden}>{change.word}</span>
          </span>
          <span className={kit.clip}>{change.before}</span>
        </span>
      )}
      {note && <span className={styles.change}>{note}</span>}
    </>
  );
  return link ? (
    cloneElement(link, { className: styles.stat, children: content })
  ) : (
    <div className={styles.stat}>{content}</div>
  );
};

/** The figures at the top of a page. */
export const Stats = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <section data-flush aria-label={label} className={styles.stats}>
    {children}
  </section>
);
