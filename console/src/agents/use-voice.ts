import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { EarsError, EarsFault, Listener } from 'voice-agent-platform-voice';
import { useSession } from '../api/session.ts';

/** `paused`: nobody has said anything for a long time, and nothing listens until the user wants it again. */
export type VoiceStatus = 'off' | 'opening' | 'on' | 'paused';

/** Silence after which the microphone is closed: its minutes are paid. */
const longestSilenceMs = 10 * 60_000;
const everyMs = 5000;

/** The reason that nothing listens; undefined: the platform refused it. */
export const faultCodeOf = (fault: unknown): EarsFault | undefined =>
  fault instanceof Error && fault.name === 'EarsError' ? (fault as EarsError).code : undefined;

interface VoiceOptions {
  readonly language: string | undefined;
  /** Whether the agent is heard. */
  readonly isHeard: () => boolean;
  /** Somebody speaks. */
  readonly onVoice: () => void;
  readonly onLevel: (loudness: number) => void;
  readonly onTurn: (text: string, silentMs: number) => void;
  /** The microphone or the recognizer is gone, with the words that no turn has. */
  readonly onLost: (text: string) => void;
}

/** The microphone of a talk. */
export const useVoice = (options: VoiceOptions) => {
  const { api } = useSession();
  const [status, setStatus] = useState<VoiceStatus>('off');
  const [by, setBy] = useState<Listener['by']>();
  const [fault, setFault] = useState<unknown>();
  const [words, setWords] = useState('');
  const [isMuted, setMuted] = useState(false);
  const [isOnline, setOnline] = useState(() => navigator.onLine);
  const listening = useRef<Listener>(undefined);
  const unsaid = useRef('');
  const opened = useRef(0);
  const lastSound = useRef(0);
  const tell = useRef(options);
  useEffect(() => {
    tell.current = options;
  });

  const hear = (text: string): void => {
    unsaid.current = text;
    setWords(text);
  };
  const sound = (): void => {
    lastSound.current = Date.now();
  };

  const close = (next: VoiceStatus = 'off'): void => {
    opened.current += 1;
    listening.current?.close();
    listening.current = undefined;
    hear('');
    setMuted(false);
    setStatus(next);
  };
  const pause = useEffectEvent(() => close('paused'));
  useEffect(
    () => () => {
      // A microphone that is allowed later is closed at once.
      opened.current += 1;
      listening.current?.close();
    },
    [],
  );

  useEffect(() => {
    const change = () => setOnline(navigator.onLine);
    window.addEventListener('online', change);
    window.addEventListener('offline', change);
    return () => {
      window.removeEventListener('online', change);
      window.removeEventListener('offline', change);
    };
  }, []);

  const isOn = status === 'on';
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => {
      if (Date.now() - lastSound.current >= longestSilenceMs) pause();
    }, everyMs);
    return () => clearInterval(timer);
  }, [isOn]);

  /** Opens the microphone for a chat. Without one, `fault` says why, and the answer is false. */
  const open = async (conversation_id: string, context: AudioContext): Promise<boolean> => {
    close('opening');
    const mine = opened.current;
    setFault(undefined);
    sound();
    const lose = (error: unknown): void => {
      if (opened.current !== mine) return;
      const text = unsaid.current;
      close();
      setFault(error);
      tell.current.onLost(text);
    };
    try {
      const { listen } = await import('../chats/voice-parts.ts');
      const made = await listen({
        context,
        address: () => api.chats.ears({ params: { conversation_id } }),
        hangUp: (ended) => {
          api.chats.ears({ params: { conversation_id }, body: { ended } }).catch(() => {});
        },
        language: tell.current.language,
        workletUrl: '/voice-worklet.js',
        isHeard: () => tell.current.isHeard(),
        onVoice: () => {
          sound();
          tell.current.onVoice();
        },
        onLevel: (loudness) => tell.current.onLevel(loudness),
        onWords: (text) => {
          sound();
          hear(text);
        },
        onTurn: (text, silentMs) => {
          hear('');
          tell.current.onTurn(text, silentMs);
        },
        onLost: lose,
      });
      if (opened.current !== mine) {
        made.close();
        return false;
      }
      listening.current = made;
      setBy(made.by);
      setStatus('on');
      return true;
    } catch (error) {
      lose(error);
      return false;
    }
  };

  return {
    status,
    by,
    fault,
    words,
    isMuted,
    isOnline,
    open,
    close,
    /** The agent is heard. */
    sound,
    toggleMuted: (): void => {
      listening.current?.setMuted(!isMuted);
      setMuted(!isMuted);
    },
  };
};
