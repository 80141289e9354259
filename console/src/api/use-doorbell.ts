import { useEffect, useEffectEvent, useState } from 'react';
import { useSession } from './session.ts';

/**
 * The pause between two readings. What follows a ring within a second does not ring, so each ring is followed
 * by another reading, and many rings by no more readings than one in this time.
 */
const readEveryMs = 1500;

/** A socket that is refused or lost is opened again after a pause, which doubles with each failure. */
const firstPauseMs = 1000;
const longestPauseMs = 120_000;

/** A page that is rung still reads now and then. */
const seldomMs = 60_000;

interface Doorbell {
  /** A conversation, or those of an organization; null: of all that the caller reaches. */
  readonly watched: { readonly client_id: string | null } | { readonly conversation_id: string };
  /** Reads again. */
  readonly read: () => void;
  /** False: nothing changes any more. */
  readonly enabled?: boolean;
  /** The interval in which a page reads that nobody rings at. */
  readonly everyMs: number;
}

/**
 * Reads again when conversations have changed, as a socket says. Returns the interval in which a page should
 * read besides: its own one as long as no socket is open.
 */
export const useDoorbell = ({ watched, read, enabled = true, everyMs }: Doorbell): number => {
  const { api, may, viewedRole } = useSession();
  const [isOpen, setOpen] = useState(false);
  const readNow = useEffectEvent(read);
  // A view only reads, and gets no ticket.
  const isOn = enabled && may('conversations:read') && !viewedRole;
  const { client_id, conversation_id } = { client_id: null, conversation_id: undefined, ...watched };

  useEffect(() => {
    if (!isOn) return;
    let isOver = false;
    let socket: WebSocket | undefined;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let resting: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    let hasRung = false;
    let isWaiting = false;

    const rest = (): void => {
      resting = setTimeout(() => {
        resting = undefined;
        readNow();
        if (hasRung) rest();
        hasRung = false;
      }, readEveryMs);
    };
    const ring = (): void => {
      hasRung = true;
      // A page that nobody sees reads when it is seen again.
      if (resting !== undefined || document.hidden) return;
      hasRung = false;
      readNow();
      rest();
    };
    const show = (): void => {
      if (document.hidden) return;
      if (isWaiting) tryToOpen();
      if (hasRung) ring();
    };

    const open = async (): Promise<void> => {
      const body = conversation_id !== undefined ? { conversation_id } : client_id ? { client_id } : {};
      const { url } = await api.liveTickets.create({ body, maxRetries: 0 });
      if (isOver) return;
      const opened = new WebSocket(url);
      socket = opened;
      opened.addEventListener('open', () => {
        if (isOver) return opened.close();
        failures = 0;
        setOpen(true);
        // Whatever has changed since the last reading did not ring.
        if (resting === undefined) rest();
      });
      opened.addEventListener('message', ring);
      opened.addEventListener('close', lose);
    };
    function tryToOpen(): void {
      // A page that nobody sees needs none.
      isWaiting = document.hidden;
      if (!isWaiting) open().catch(lose);
    }
    function lose(): void {
      if (isOver) return;
      setOpen(false);
      const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
      failures += 1;
      retry = setTimeout(tryToOpen, pauseMs * (0.5 + Math.random()));
    }

    tryToOpen();
    document.addEventListener('visibilitychange', show);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', show);
      clearTimeout(retry);
      clearTimeout(resting);
      // Browsers complain of a socket that is closed before it has opened.
      if (socket?.readyState === WebSocket.OPEN) socket.close();
      setOpen(false);
    };
  }, [api, isOn, client_id, conversation_id]);
  return isOpen ? seldomMs : everyMs;
};
