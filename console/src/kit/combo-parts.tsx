import { Combobox } from '@base-ui/react/combobox';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { cx } from './cx.ts';
import kit from './kit.module.css';
import type { Trigger } from './on-demand.tsx';

export interface ComboProps<I extends object> {
  /** The button that opens it. */
  readonly trigger: Trigger;
  readonly label: string;
  readonly className?: string | undefined;
  /** The name of the field in which people type. */
  readonly find: string;
  readonly placeholder?: string;
  readonly items: readonly I[];
  readonly value: I | null;
  readonly disabled?: boolean;
  readonly idOf: (item: I) => string;
  readonly nameOf: (item: I) => string;
  readonly row: (item: I) => ReactNode;
  /** Between the field and the list. */
  readonly children?: ((close: () => void) => ReactNode) | undefined;
  readonly onOpenChange?: (open: boolean) => void;
  readonly onType: (typed: string) => void;
  readonly onChoose: (item: I) => void;
}

/** The popup would do so a moment later, and lose what somebody types meanwhile. */
const focus = (input: HTMLInputElement | null): void => input?.focus({ preventScroll: true });

export const Combo = <I extends object>({
  trigger,
  label,
  className,
  find,
  placeholder = find,
  items,
  value,
  disabled = false,
  idOf,
  nameOf,
  row,
  children,
  onOpenChange,
  onType,
  onChoose,
}: ComboProps<I>) => {
  const [open, setOpen] = useState(true);
  return (
    <Combobox.Root
      items={items}
      filter={null}
      open={open}
      value={value}
      disabled={disabled}
      itemToStringLabel={nameOf}
      isItemEqualToValue={(item: I, other: I) => idOf(item) === idOf(other)}
      onOpenChange={(next) => {
        setOpen(next);
        onOpenChange?.(next);
      }}
      onInputValueChange={(next, { reason }) => {
        if (reason === 'input-change' || reason === 'input-clear') onType(next);
      }}
      onValueChange={(next: I | null) => next && onChoose(next)}
    >
      <Combobox.Trigger render={trigger} />
      <Combobox.Portal>
        <Combobox.Positioner align="start" sideOffset={4} className={kit.place}>
          <Combobox.Popup className={cx(kit.popup, className)} aria-label={label}>
            <Combobox.Input ref={focus} className={kit.input} placeholder={placeholder} aria-label={find} />
            {children?.(() => setOpen(false))}
            <Combobox.List>
              {(item: I) => (
                <Combobox.Item key={idOf(item)} value={item} className={kit.item}>
                  {row(item)}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
};
