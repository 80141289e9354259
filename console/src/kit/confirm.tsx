import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { Dialog } from './dialog.tsx';
import kit from './kit.module.css';
import { Problem } from './notices.tsx';

interface ConfirmProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** The verb on the button. */
  readonly action: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onConfirm: () => void;
  readonly children: ReactNode;
}

/** Asks before something happens, and shows why it did not. */
export const Confirm = ({
  open,
  onClose,
  title,
  action,
  danger = false,
  disabled = false,
  busy,
  error,
  onConfirm,
  children,
}: ConfirmProps) => (
  <Dialog open={open} onClose={onClose} title={title}>
    {children}
    {Boolean(error) && <Problem error={error} />}
    <div className={cx(kit.row, kit.end)}>
      <Button onClick={onClose}>Cancel</Button>
      <Button look={danger ? 'danger' : 'primary'} disabled={disabled} busy={busy} onClick={onConfirm}>
        {action}
      </Button>
    </div>
  </Dialog>
);
