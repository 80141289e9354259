const nameOf = (subject: string): string => `voice-agent ${subject}`;

/** The things that a reload of this tab continues, by the id of a widget or a chat. */
export const kept = {
  read: <T extends object>(subject: string): T | undefined => {
    try {
      const found = JSON.parse(sessionStorage.getItem(nameOf(subject)) ?? 'null') as T | null;
      return found ?? undefined;
    } catch {
      return undefined;
    }
  },
  write: (subject: string, value: object | undefined): void => {
    try {
      if (value) sessionStorage.setItem(nameOf(subject), JSON.stringify(value));
      else sessionStorage.removeItem(nameOf(subject));
    } catch {
      // Without storage, a reload begins a new chat.
    }
  },
};
