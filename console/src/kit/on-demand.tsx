import type { ButtonHTMLAttributes, ComponentType, ReactElement, ReactNode } from 'react';
import { cloneElement, Suspense, startTransition, use, useState } from 'react';

/** Components of a module that is loaded when somebody is about to see them, so that no page waits for it. */
export const onDemand = <M extends object>(read: () => Promise<M>) => {
  let reading: Promise<M> | undefined;
  const load = (): Promise<M> => {
    reading ??= read();
    return reading;
  };
  return {
    /** If it fails, the attempt that shows the component reports it. */
    prepare: () => void load().catch(() => undefined),
    part: <N extends keyof M>(name: N): M[N] =>
      ((props: object) => {
        const Part = use(load())[name] as ComponentType;
        return <Part {...props} />;
      }) as M[N],
  };
};

export type Trigger = ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;

interface OpenerProps {
  /** The button that opens it. */
  readonly trigger: Trigger;
  readonly popup: 'menu' | 'dialog';
  readonly role?: 'combobox';
  readonly prepare: () => void;
  readonly onOpen?: (() => void) | undefined;
  /** The same button with its popup, which is open when it is first rendered. */
  readonly children: ReactNode;
}

/** A button until it is first pressed, and then the button with its popup. */
export const Opener = ({ trigger, popup, role, prepare, onOpen, children }: OpenerProps) => {
  const [opened, setOpened] = useState(false);
  const open = () => {
    onOpen?.();
    // The popup is not there yet while this press is handled, and would take it for one beside it.
    startTransition(() => setOpened(true));
  };
  const closed = cloneElement(trigger, {
    ...(role && { role }),
    'aria-haspopup': popup,
    'aria-expanded': false,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: open,
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      open();
    },
  });
  return opened ? <Suspense fallback={closed}>{children}</Suspense> : closed;
};
