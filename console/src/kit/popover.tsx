import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';
import kit from './kit.module.css';

interface PopoverProps {
  readonly label: string;
  /** The button that opens it. */
  readonly trigger: ReactElement;
  readonly children: ReactNode;
}

/** Fields behind a button, where a dialog would be too much. */
export const Popover = ({ label, trigger, children }: PopoverProps) => (
  <Base.Root>
    <Base.Trigger render={trigger} />
    <Base.Portal>
      <Base.Positioner align="start" sideOffset={4} className={kit.place}>
        <Base.Popup className={cx(kit.popup, kit.stack, kit.padded)} aria-label={label}>
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
);
