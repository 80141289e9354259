import type { Session } from './api.ts';

const nameOf = (widget: string): string => `voice-agent ${widget}`;

/** The chat of this tab, which a reload continues, or one in memory where the browser stores nothing. */
export const kept = {
  read: (widget: string): Session | undefined => {
    try {
      const found = JSON.parse(sessionStorage.getItem(nameOf(widget)) ?? 'null') as Session | null;
      return found ?? undefined;
    } catch {
      return undefined;
    }
  },
  write: (widget: string, session: Session | undefined): void => {
    try {
      if (session) sessionStorage.setItem(nameOf(widget), JSON.stringify(session));
      else sessionStorage.removeItem(nameOf(widget));
    } catch {
      // Without storage, a reload begins a new chat.
    }
  },
};
