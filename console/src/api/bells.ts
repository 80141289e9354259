import type { Client, LiveTicketInput } from 'voice-agent-platform-client';

/** A socket that is refused or lost is opened again after a pause, which doubles with each failure. */
const firstPauseMs = 1000;
const longestPauseMs = 120_000;

interface Listener {
  readonly onRing: () => void;
  /** The socket has opened or was lost. */
  readonly onChange: (isOpen: boolean) => void;
}

/** A socket, opened again whenever it is lost, for all who listen. */
const openBell = (getUrl: () => Promise<string>) => {
  const listeners = new Set<Listener>();
  let isOver = false;
  let isOpen = false;
  let isWaiting = false;
  let failures = 0;
  let socket: WebSocket | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const change = (next: boolean): void => {
    isOpen = next;
    for (const { onChange } of listeners) onChange(next);
  };
  const open = async (): Promise<void> => {
    const url = await getUrl();
    if (isOver) return;
    const opened = new WebSocket(url);
    socket = opened;
    opened.addEventListener('open', () => {
      if (isOver) return opened.close();
      failures = 0;
      change(true);
    });
    opened.addEventListener('message', () => {
      for (const { onRing } of listeners) onRing();
    });
    opened.addEventListener('close', lose);
  };
  function tryToOpen(): void {
    // A page that nobody sees needs none, and one that is offline gets none.
    isWaiting = document.hidden || !navigator.onLine;
    if (!isWaiting) open().catch(lose);
  }
  function lose(): void {
    if (isOver) return;
    change(false);
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
    failures += 1;
    retry = setTimeout(tryToOpen, pauseMs * (0.5 + Math.random()));
  }
  const goOn = (): void => {
    if (isWaiting) tryToOpen();
  };

  tryToOpen();
  document.addEventListener('visibilitychange', goOn);
  window.addEventListener('online', goOn);
  return {
    listeners,
    isOpen: () => isOpen,
    close: () => {
      isOver = true;
      document.removeEventListener('visibilitychange', goOn);
      window.removeEventListener('online', goOn);
      clearTimeout(retry);
      // Browsers complain of a socket that is closed before it has opened.
      if (socket?.readyState === WebSocket.OPEN) socket.close();
    },
  };
};

/** The bells of a session, by what they ring for: all parts of a page that watch the same have one socket. */
const bells = new WeakMap<Client, Map<string, ReturnType<typeof openBell>>>();

/** Listens to the doorbell of what is watched, until the result is called. */
export const listen = (api: Client, watched: LiveTicketInput, listener: Listener): (() => void) => {
  const opened = bells.get(api) ?? new Map<string, ReturnType<typeof openBell>>();
  bells.set(api, opened);
  const name = JSON.stringify(watched);
  const bell =
    opened.get(name) ??
    openBell(async () => (await api.liveTickets.create({ body: watched, maxRetries: 0 })).url);
  opened.set(name, bell);
  bell.listeners.add(listener);
  if (bell.isOpen()) listener.onChange(true);
  return () => {
    bell.listeners.delete(listener);
    if (bell.listeners.size > 0) return;
    opened.delete(name);
    bell.close();
  };
};
