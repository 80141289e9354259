import { Popover as Base } from '@base-ui/react/popover';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import kit from './kit.module.css';
import type { Trigger } from './on-demand.tsx';

export interface PopoverProps {
  readonly label: string;
  /** The button that opens it. */
  readonly trigger: Trigger;
  readonly children: ReactNode;
}

export const Popover = ({ label, trigger, children }: PopoverProps) => (
  <Base.Root defaultOpen>
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
