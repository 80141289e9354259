import { cx } from './cx.ts';
import styles from './time-bar.module.css';

interface TimeBarProps {
  /** One after the other, in any unit. */
  readonly parts: readonly number[];
  /** The first part is a wait, in which nothing is done. */
  readonly waits?: boolean;
}

/** The parts of a time, beside their figures. */
export const TimeBar = ({ parts, waits = false }: TimeBarProps) => (
  <span className={cx(styles.bar, waits && styles.waits)} aria-hidden="true">
    {parts.map((part, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is a place.
      <span key={at} style={{ flexGrow: part }} />
    ))}
  </span>
);
