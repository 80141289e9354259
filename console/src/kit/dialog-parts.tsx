import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { useRef } from 'react';
import { words } from '../words/index.ts';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { Icon } from './icons.tsx';
import kit from './kit.module.css';

export interface DialogProps {
  readonly open: boolean;
  /** Called when the user closes the dialog. If absent, the user cannot close it. */
  readonly onClose?: (() => void) | undefined;
  /** Refuses to close, because what was sent goes on. */
  readonly busy?: boolean;
  /** A press beside it does not close it, because something in it would be lost. */
  readonly pinned?: boolean;
  readonly title: string;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

export const Dialog = ({
  open,
  onClose,
  busy = false,
  pinned = false,
  title,
  wide,
  children,
}: DialogProps) => {
  const popup = useRef<HTMLDivElement>(null);
  // The first field that is typed into: whose a new thing is, is mostly chosen already.
  const first = () =>
    popup.current?.querySelector<HTMLElement>(':is(input, select, textarea):enabled') ??
    popup.current?.querySelector<HTMLElement>('[role=combobox]:enabled') ??
    true;
  return (
    <Base.Root
      disablePointerDismissal={pinned}
      open={open}
      onOpenChange={(next) => !next && !busy && onClose?.()}
    >
      <Base.Portal>
        <Base.Backdrop className={kit.backdrop} />
        <Base.Popup ref={popup} initialFocus={first} className={cx(kit.dialog, wide && kit.wide)}>
          <div className={kit.dialogHead}>
            <Base.Title>{title}</Base.Title>
            {onClose && (
              <Base.Close
                disabled={busy}
                render={<Button look="plain" small className={kit.icon} aria-label={words.kit.close} />}
              >
                <Icon name="close" />
              </Base.Close>
            )}
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
};
