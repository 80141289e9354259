import type { ButtonHTMLAttributes, ComponentType, ReactElement, ReactNode } from 'react';
import { cloneElement, Suspense, startTransition, use, useState } from 'react';

/** Components of a module that is loaded when somebody is about to see them, so that no page waits for it. */
export const onDemand = <M extends object>(read: () => Promise<M>) => {
  let reading: Promise<M> | undefined;
  const load = (): Promise<M> => {
    reading ??= read();
    return reading;
  };
  /** A browser that fails to load a module does not try again, so nothing is tried while it is offline. */
  const canLoad = (): boolean => reading !== undefined || navigator.onLine;
  const attempt = () => load().catch(() => undefined);
  return {
    /** Loads it for a press that may follow. */
    prepare: (): void => {
      if (canLoad()) void attempt();
    },
    /**
     * Loads it for a press. Resolves to false if it has to wait until the browser is online again. If it
     * fails, as after an update that has replaced the scripts, the component throws, and the page offers to
     * load the console again.
     */
    ready: async (): Promise<boolean> => {
      if (!canLoad()) return false;
      await attempt();
      return true;
    },
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
  readonly ready: () => Promise<boolean>;
  readonly onOpen?: (() => void) | undefined;
  /** The same button with its popup, which is open when it is first rendered. */
  readonly children: ReactNode;
}

/** A button until it is first pressed, and then the button with its popup. */
export const Opener = ({ trigger, popup, role, prepare, ready, onOpen, children }: OpenerProps) => {
  const [opened, setOpened] = useState(false);
  const open = async () => {
    if (!(await ready())) return;
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
    onClick: () => void open(),
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      void open();
    },
  });
  return opened ? <Suspense fallback={closed}>{children}</Suspense> : closed;
};
