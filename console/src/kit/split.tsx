import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { cx } from './cx.ts';
import styles from './split.module.css';
import { isTyping } from './use-shortcut.ts';

interface SplitProps {
  readonly children: ReactNode;
  /** The pane at the end of the page. */
  readonly pane?: ReactNode | undefined;
  /** The name of the pane; absent: it has a part with a name. */
  readonly label?: string;
  readonly wide?: boolean;
  /** Both sides fill the window below the bar, and scroll by themselves. */
  readonly fixed?: boolean;
  /** If set, a pane without room beside the page covers it until it is closed; otherwise it follows below. */
  readonly onClose?: (() => void) | undefined;
  /** The only one of both that a phone shows. */
  readonly shown?: 'side' | 'pane';
}

/** A page with a pane beside it. */
export const Split = ({ children, pane, label, wide, fixed, onClose, shown }: SplitProps) => {
  const closes = pane !== undefined && onClose;
  useEffect(() => {
    if (!closes) return;
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('[role=dialog]')) return;
      // The first press leaves a field, so that nobody closes the pane by what they type.
      if (isTyping(event.target)) event.target.blur();
      else closes();
    };
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [closes]);
  const Pane = label ? 'section' : 'div';
  return (
    <div
      data-flush
      data-shown={shown}
      className={cx(
        styles.split,
        pane !== undefined && (wide ? styles.wide : styles.narrow),
        fixed && styles.fixed,
      )}
    >
      <div className={styles.side}>{children}</div>
      {pane !== undefined && (
        <Pane {...(label && { 'aria-label': label })} className={cx(styles.pane, onClose && styles.over)}>
          {pane}
        </Pane>
      )}
    </div>
  );
};
