import { useRef, useState } from 'react';
import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { Compose } from '../chats/compose.tsx';
import { Problem } from '../kit/notices.tsx';
import { useUnsaved } from '../kit/use-unsaved.ts';
import { words } from '../words/index.ts';
import { useAuthor } from './author.tsx';
import type { LiveConversation } from './call-buttons.tsx';
import { shownBy } from './call-buttons.tsx';

const longestWords = 1000;

interface SentWords {
  readonly text: string;
  /** The same if they are sent again after a failure, so that they are spoken once. */
  readonly attempt: string;
}

/** The field whose words are spoken in a call: in place of an answer of the agent, or of all of them. */
export const CallVoice = ({ call }: { readonly call: LiveConversation }) => {
  const { api, may } = useSession();
  const { live } = words.conversations;
  const author = useAuthor();
  const [text, setText] = useState('');
  const [attempt, setAttempt] = useState<string>(() => crypto.randomUUID());
  const current = useRef(text);
  current.current = text;
  const params = { conversation_id: call.id };
  useUnsaved(text.trim() !== '', ['org', 'call']);
  const say = useAction({
    send: async (sent: SentWords) => {
      const spoken = { text: sent.text.trim(), ...author.field };
      const { attempt: idempotencyKey } = sent;
      if (call.handling === 'human') {
        await api.handovers.reply({ params, body: spoken, idempotencyKey });
      } else await api.calls.control({ params, body: { action: 'say', ...spoken }, idempotencyKey });
    },
    refresh: shownBy(call.id),
    onSent: author.keep,
  });
  const send = () => {
    const sent = { text, attempt };
    // The field is free for the next words at once. Those that are refused come back before them.
    setText('');
    setAttempt(crypto.randomUUID());
    say.mutate(sent, {
      onError: () => {
        setText((now) => (now === '' ? sent.text : `${sent.text}\n${now}`));
        setAttempt((now) => (current.current === '' ? sent.attempt : now));
      },
    });
  };
  if (!may('calls:write') || !call.controls?.includes('say')) return null;
  return (
    <Compose
      label={call.handling === 'human' ? live.sayAsPerson : live.say}
      value={text}
      longest={longestWords}
      busy={say.isPending}
      onChange={(next) => {
        setText(next);
        // Other words are spoken as well.
        setAttempt(crypto.randomUUID());
      }}
      onSend={send}
    >
      {Boolean(say.error) && <Problem error={say.error} />}
      {author.input}
    </Compose>
  );
};
