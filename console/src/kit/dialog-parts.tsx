import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { words } from '../words/index.ts';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { Icon } from './icons.tsx';
import kit from './kit.module.css';

export interface DialogProps {
  readonly open: boolean;
  /** Called when the user closes the dialog. If absent, the user cannot close it. */
  readonly onClose?: (() => void) | undefined;
  readonly title: string;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

export const Dialog = ({ open, onClose, title, wide, children }: DialogProps) => (
  <Base.Root open={open} onOpenChange={(next) => !next && onClose?.()}>
    <Base.Portal>
      <Base.Backdrop className={kit.backdrop} />
      <Base.Popup className={cx(kit.dialog, wide && kit.wide)}>
        <div className={kit.dialogHead}>
          <Base.Title>{title}</Base.Title>
          {onClose && (
            <Base.Close
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
