import type { QueryKey } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useAction } from '../api/use-action.ts';
import { useUnsaved } from '../kit/use-unsaved.ts';

interface SentWords {
  readonly text: string;
  /** The same if they are sent again after a failure, so that they are said once. */
  readonly attempt: string;
}

interface ComposeOptions<R> {
  readonly send: (text: string, idempotencyKey: string) => Promise<R>;
  readonly refresh: readonly QueryKey[];
  readonly onSent: (reply: R) => unknown;
  /** The parameter of the address without which the field is left. */
  readonly of: 'call' | 'chat';
}

/** The words in a field and on their way: the field is free for the next ones at once. */
export const useCompose = <R>({ send, refresh, onSent, of }: ComposeOptions<R>) => {
  const [text, setText] = useState('');
  const [attempt, setAttempt] = useState<string>(() => crypto.randomUUID());
  const current = useRef(text);
  current.current = text;
  useUnsaved(text.trim() !== '', ['org', of]);
  const sending = useAction({
    send: (sent: SentWords) => send(sent.text.trim(), sent.attempt),
    refresh,
    onSent,
  });
  return {
    error: sending.error,
    /** Properties of `Compose`. */
    field: {
      value: text,
      busy: sending.isPending,
      onChange: (next: string): void => {
        setText(next);
        // Other words are said as well.
        setAttempt(crypto.randomUUID());
      },
      onSend: (): void => {
        const sent = { text, attempt };
        setText('');
        setAttempt(crypto.randomUUID());
        sending.mutate(sent, {
          // Words that are refused come back before the next ones.
          onError: () => {
            setText((now) => (now === '' ? sent.text : `${sent.text}\n${now}`));
            setAttempt((now) => (current.current === '' ? sent.attempt : now));
          },
        });
      },
    },
  };
};
