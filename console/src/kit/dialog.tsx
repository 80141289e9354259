import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

export const Dialog = ({ open, onClose, title, wide, children }: DialogProps) => (
  <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
    <Base.Portal>
      <Base.Backdrop className="backdrop" />
      <Base.Popup className={wide ? 'dialog wide' : 'dialog'}>
        <div className="row spread">
          <Base.Title>{title}</Base.Title>
          <Base.Close render={<Button look="plain" small aria-label="Close" />}>✕</Base.Close>
        </div>
        {children}
      </Base.Popup>
    </Base.Portal>
  </Base.Root>
);
