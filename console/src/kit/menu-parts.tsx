import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icons.tsx';
import kit from './kit.module.css';
import type { Trigger } from './on-demand.tsx';

export interface MenuProps {
  /** The button that opens it. */
  readonly trigger: Trigger;
  readonly children: ReactNode;
  readonly align?: 'start' | 'end';
}

export const Menu = ({ trigger, children, align = 'end' }: MenuProps) => (
  <Base.Root defaultOpen>
    <Base.Trigger render={trigger} />
    <Base.Portal>
      <Base.Positioner align={align} sideOffset={4} className={kit.place}>
        <Base.Popup className={kit.popup}>{children}</Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
);

interface MenuItemProps {
  readonly children: ReactNode;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

export const MenuItem = ({ children, danger = false, disabled = false, onClick }: MenuItemProps) => (
  <Base.Item className={cx(kit.item, danger && kit.risky)} disabled={disabled} onClick={onClick}>
    {children}
  </Base.Item>
);

/** An item that leads to another page. */
export const MenuLink = ({
  link,
  children,
}: {
  readonly link: ReactElement;
  readonly children: ReactNode;
}) => (
  <Base.Item className={kit.item} render={link}>
    {children}
  </Base.Item>
);

/** An item that opens a menu beside it. Its content is there only while it is open. */
export const MenuPart = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <Base.SubmenuRoot>
    <Base.SubmenuTrigger className={kit.item}>
      <span className={kit.grow}>{label}</span>
      <Icon name="forward" />
    </Base.SubmenuTrigger>
    <Base.Portal>
      <Base.Positioner sideOffset={4} className={kit.place}>
        <Base.Popup className={kit.popup}>{children}</Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.SubmenuRoot>
);

interface MenuCheckProps {
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}

/** One of several that can be chosen together. The menu stays open. */
export const MenuCheck = ({ checked, disabled = false, onChange, children }: MenuCheckProps) => (
  <Base.CheckboxItem checked={checked} disabled={disabled} onCheckedChange={onChange} className={kit.item}>
    <span className={cx(kit.grow, kit.row)}>{children}</span>
    <Base.CheckboxItemIndicator>
      <Icon name="check" />
    </Base.CheckboxItemIndicator>
  </Base.CheckboxItem>
);

interface MenuChoiceProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly onChange: (value: V) => void;
}

/** One of several, chosen in a menu, which closes. */
export const MenuChoice = <V extends string>({ label, value, options, onChange }: MenuChoiceProps<V>) => (
  <Base.Group>
    <Base.GroupLabel className={kit.group}>{label}</Base.GroupLabel>
    <Base.RadioGroup value={value} onValueChange={(next: V) => onChange(next)}>
      {options.map((option) => (
        <Base.RadioItem key={option.value} value={option.value} closeOnClick className={kit.item}>
          {option.label}
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  </Base.Group>
);
