import { useEffect, useEffectEvent, useState } from 'react';
import { listen } from './bells.ts';
import { useSession } from './session.ts';

/**
 * The pause between two readings. What follows a ring within a second does not ring, so each ring is followed
 * by another reading, and many rings by no more readings than one in this time.
 */
const readEveryMs = 1500;

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
  /** The pause between two readings, where many rings must not make many. */
  readonly restMs?: number;
}

/**
 * Reads again when conversations have changed, as a socket says. Returns the interval in which a page should
 * read besides: its own one as long as no socket is open.
 */
export const useDoorbell = ({
  watched,
  read,
  enabled = true,
  everyMs,
  restMs = readEveryMs,
}: Doorbell): number => {
  const { api, may, viewedRole } = useSession();
  const [isOpen, setOpen] = useState(false);
  const readNow = useEffectEvent(read);
  const pause = useEffectEvent(() => restMs);
  // A view only reads, and gets no ticket.
  const isOn = enabled && may('conversations:read') && !viewedRole;
  const { client_id, conversation_id } = { client_id: null, conversation_id: undefined, ...watched };

  useEffect(() => {
    if (!isOn) return;
    let resting: ReturnType<typeof setTimeout> | undefined;
    let hasRung = false;

    const rest = (ms: number): void => {
      resting = setTimeout(() => {
        resting = undefined;
        readNow();
        if (hasRung) rest(pause());
        hasRung = false;
      }, ms);
    };
    const ring = (): void => {
      hasRung = true;
      // A page that nobody sees reads when it is seen again.
      if (resting !== undefined || document.hidden) return;
      hasRung = false;
      readNow();
      rest(pause());
    };
    const show = (): void => {
      if (hasRung && !document.hidden) ring();
    };
    const onChange = (next: boolean): void => {
      setOpen(next);
      // Whatever has changed since the last reading did not ring.
      if (next && resting === undefined) rest(readEveryMs);
    };

    const body = conversation_id !== undefined ? { conversation_id } : client_id ? { client_id } : {};
    const leave = listen(api, body, { onRing: ring, onChange });
    document.addEventListener('visibilitychange', show);
    return () => {
      leave();
      document.removeEventListener('visibilitychange', show);
      clearTimeout(resting);
      setOpen(false);
    };
  }, [api, isOn, client_id, conversation_id]);
  return isOpen ? seldomMs : everyMs;
};
