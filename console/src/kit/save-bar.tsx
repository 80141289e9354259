import { useEffect } from 'react';
import { words } from '../words/index.ts';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import kit from './kit.module.css';
import styles from './save-bar.module.css';

interface SaveBarProps {
  /** The number of changes that are not saved yet: without any, there is no bar. */
  readonly changes: number;
  /** The names of what was changed. */
  readonly what?: readonly string[];
  readonly busy: boolean;
  readonly disabled?: boolean;
  /** The verb on the button. */
  readonly action?: string;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
}

/** Lies below a form while it has changes, so that saving is always in sight. */
export const SaveBar = ({
  changes,
  what = [],
  busy,
  disabled = false,
  action = words.kit.save,
  onSave,
  onDiscard,
}: SaveBarProps) => {
  const may = changes > 0 && !busy && !disabled;
  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      if (may) onSave();
    };
    window.addEventListener('keydown', save);
    return () => window.removeEventListener('keydown', save);
  });
  if (changes === 0) return null;
  return (
    <div className={styles.bar}>
      <span className={cx(kit.grow, kit.clip)} role="status">
        {words.kit.changes(changes)} <span className={kit.muted}>{what.join(', ')}</span>
      </span>
      <Button onClick={onDiscard} disabled={busy}>
        {words.kit.discard}
      </Button>
      <Button look="primary" busy={busy} disabled={disabled} onClick={onSave}>
        {action}
      </Button>
    </div>
  );
};
