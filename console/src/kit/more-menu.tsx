import type { ReactNode } from 'react';
import { useState } from 'react';
import { words } from '../words/index.ts';
import { Button } from './button.tsx';
import { Icon } from './icons.tsx';
import kit from './kit.module.css';
import { Menu, MenuItem } from './menu.tsx';

interface MoreAction {
  readonly label: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** The dialog that the action opens, or what it does at once. */
  readonly dialog?: (onClose: () => void) => ReactNode;
  readonly onClick?: () => void;
}

interface MoreMenuProps {
  readonly actions: readonly MoreAction[];
  /** Links to other pages, above the actions. */
  readonly children?: ReactNode;
}

/** The actions for which the head of a page has no button. */
export const MoreMenu = ({ actions, children }: MoreMenuProps) => {
  const [open, setOpen] = useState<string>();
  return (
    <>
      <Menu
        trigger={
          <Button look="plain" className={kit.icon} aria-label={words.kit.actions}>
            <Icon name="more" />
          </Button>
        }
      >
        {children}
        {actions.map(({ label, danger = false, disabled = false, dialog, onClick }) => (
          <MenuItem
            key={label}
            danger={danger}
            disabled={disabled}
            onClick={() => (dialog ? setOpen(label) : onClick?.())}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
      {actions.find(({ label }) => label === open)?.dialog?.(() => setOpen(undefined))}
    </>
  );
};
