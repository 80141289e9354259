import { useEffect } from 'react';

export const isTyping = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !/^(checkbox|radio|button|range)$/.test(target.getAttribute('type') ?? '');

/** The controls that use a key themselves. */
const users: Readonly<Record<string, string>> = {
  ' ': 'button, summary, input, audio, a[role=button]',
  arrowleft: 'input',
  arrowright: 'input',
  arrowup: 'input',
  arrowdown: 'input',
};

const isUsing = (target: EventTarget | null, key: string): boolean =>
  target instanceof Element && users[key] !== undefined && target.matches(users[key]);

/**
 * Does something at a key, such as `j` or `?`, unless somebody types or a dialog is open. With `mod+`, the
 * key is pressed together with ⌘ or Ctrl, and works while somebody types as well.
 */
export const useShortcut = (keys: string, act: (event: KeyboardEvent) => void, enabled = true): void => {
  useEffect(() => {
    if (!enabled) return;
    const [key, withModifier] = keys.startsWith('mod+') ? [keys.slice(4), true] : [keys, false];
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== key.toLowerCase() || event.altKey) return;
      if (isUsing(event.target, event.key.toLowerCase())) return;
      if (withModifier !== (event.metaKey || event.ctrlKey)) return;
      if (!withModifier && (isTyping(event.target) || document.querySelector('[role=dialog], [role=menu]')))
        return;
      event.preventDefault();
      act(event);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  });
};
