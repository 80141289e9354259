import { useEffect, useState, useSyncExternalStore } from 'react';
import { ApiProblem } from 'voice-agent-platform-client';
import { words } from '../words/index.ts';
import { Button } from './button.tsx';
import { Icon } from './icons.tsx';
import kit from './kit.module.css';
import { descriptionOf } from './notices.tsx';
import styles from './toasts.module.css';

interface Toast {
  readonly id: number;
  readonly text: string;
  /** Takes back what was done. */
  readonly undo?: (() => unknown) | undefined;
}

/** So long a message stays, unless somebody points at it. */
const stayMs = 8000;

let shown: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();

const change = (next: readonly Toast[]): void => {
  shown = next;
  for (const listener of listeners) listener();
};

const dismiss = (id: number): void => change(shown.filter((toast) => toast.id !== id));

/** Says what was done, without asking for anything. */
export const toast = (text: string, undo?: () => unknown): void => {
  last += 1;
  change([...shown.slice(-2), { id: last, text, undo }]);
};

/** Says why something was refused that has no place on the page for it. */
export const toastProblem = async (error: unknown, what?: string): Promise<void> => {
  const { inOwnWords } = await import('./own-words.ts').catch(() => ({ inOwnWords: descriptionOf }));
  const { title, detail } = error instanceof ApiProblem ? inOwnWords(error) : descriptionOf(error);
  toast([what, detail ?? title].filter(Boolean).join(' '));
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const Message = ({ toast: { id, text, undo } }: { readonly toast: Toast }) => {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(id), stayMs);
    return () => clearTimeout(timer);
  }, [held, id]);
  return (
    <li
      className={styles.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={kit.grow}>{text}</span>
      {undo && (
        <Button
          small
          onClick={() => {
            dismiss(id);
            void Promise.resolve(undo()).catch(toastProblem);
          }}
        >
          {words.kit.undo}
        </Button>
      )}
      <Button
        look="plain"
        small
        className={kit.icon}
        aria-label={words.kit.dismiss}
        onClick={() => dismiss(id)}
      >
        <Icon name="close" />
      </Button>
    </li>
  );
};

/** The messages about what was done, which a screen reader reads out. */
export const Toasts = () => (
  <section aria-label={words.kit.notifications} aria-live="polite" className={styles.toasts}>
    <ul>
      {useSyncExternalStore(subscribe, () => shown).map((one) => (
        <Message key={one.id} toast={one} />
      ))}
    </ul>
  </section>
);
