import { useSession } from '../api/session.ts';
import { Compose } from '../chats/compose.tsx';
import { useCompose } from '../chats/use-compose.ts';
import { Problem } from '../kit/notices.tsx';
import { words } from '../words/index.ts';
import { useAuthor } from './author.tsx';
import type { LiveConversation } from './call-buttons.tsx';
import { shownBy } from './call-buttons.tsx';

const longestWords = 1000;

/** The field whose words are spoken in a call: in place of an answer of the agent, or of all of them. */
export const CallVoice = ({ call }: { readonly call: LiveConversation }) => {
  const { api, may } = useSession();
  const { live } = words.conversations;
  const author = useAuthor();
  const params = { conversation_id: call.id };
  const { error, field } = useCompose({
    send: async (text, idempotencyKey) => {
      const spoken = { text, ...author.field };
      if (call.handling === 'human') {
        await api.handovers.reply({ params, body: spoken, idempotencyKey });
      } else await api.calls.control({ params, body: { action: 'say', ...spoken }, idempotencyKey });
    },
    refresh: shownBy(call.id),
    onSent: author.keep,
    of: 'call',
  });
  if (!may('calls:write') || !call.controls?.includes('say')) return null;
  return (
    <Compose
      label={call.handling === 'human' ? live.sayAsPerson : live.say}
      longest={longestWords}
      {...field}
    >
      {Boolean(error) && <Problem error={error} />}
      {author.input}
    </Compose>
  );
};
