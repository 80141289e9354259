import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ConversationItem, Turn } from 'voice-agent-platform-client';
import { formatTime } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { ChatLog } from '../chats/chat-log.tsx';
import { Compose } from '../chats/compose.tsx';
import { useCompose } from '../chats/use-compose.ts';
import type { Messages } from '../chats/use-messages.ts';
import { useMessages, withTurns } from '../chats/use-messages.ts';
import { callerOf } from '../conversations/caller.ts';
import { Button } from '../kit/button.tsx';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { cx } from '../kit/cx.ts';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { Loading, Problem } from '../kit/notices.tsx';
import { toast } from '../kit/toasts.tsx';
import { useAuthor } from '../live/author.tsx';
import { words } from '../words/index.ts';
import styles from './inbox.module.css';

const longestReply = 10_000;

interface AnsweringProps {
  readonly id: string;
  /** As the list has it; absent if the chat is not in the list, or not any more. */
  readonly item: ConversationItem | undefined;
  readonly onClose: () => void;
}

/** A chat that one answers as a person, gives back to the agent, or ends. */
export const Answering = ({ id, item, onClose }: AnsweringProps) => {
  const { api } = useSession();
  const { inbox, handling: states } = words.chats;
  const params = { conversation_id: id };
  const [messages, setMessages] = useState<Messages>();
  const author = useAuthor();
  const found = useQuery({
    queryKey: ['conversation', id, 'names'],
    queryFn: ({ signal }) => api.conversations.get({ params, query: { expand: ['names'] }, signal }),
    enabled: item === undefined,
  });
  const chat = item ?? found.data;
  const add = (turns: readonly Turn[], state: Partial<Messages>) =>
    setMessages((now) => now && { ...now, ...state, turns: withTurns(now.turns, turns) });
  const watchError = useMessages(id, (next) =>
    setMessages((now) => ({ ...next, turns: withTurns(now?.turns ?? [], next.turns) })),
  );
  const refresh = [['inbox'], ['conversation', id]] as const;
  const reply = useCompose({
    send: (text, idempotencyKey) =>
      api.handovers.reply({ params, body: { text, ...author.field }, idempotencyKey }),
    refresh,
    onSent: (turn) => {
      add([turn], { handling: 'human' });
      author.keep();
    },
    of: 'chat',
  });
  const giveBack = useAction({
    send: () => api.handovers.remove({ params }),
    refresh,
    onSent: ({ handling }) => {
      add([], { handling });
      toast(inbox.givenBack);
      onClose();
    },
  });
  const status = messages?.status;
  const handling = messages?.handling;
  const isActive = status === 'active';
  const error = reply.error ?? giveBack.error ?? watchError ?? found.error;
  const caller = chat ? callerOf(chat) : inbox.chat;
  return (
    <div className={styles.pane}>
      <header className={styles.head}>
        <div className={kit.grow}>
          <h2 className={kit.clip}>
            <bdi>{caller}</bdi>
          </h2>
          <p className={cx(kit.small, kit.muted, kit.clip)}>
            {chat &&
              [chat.agent_name, chat.client_name, formatTime(chat.start_time)].filter(Boolean).join(' · ')}
          </p>
        </div>
        <Button look="plain" className={kit.icon} aria-label={words.kit.close} onClick={onClose}>
          <Icon name="close" />
        </Button>
        <div className={cx(kit.row, styles.actions)}>
          {isActive && handling !== 'agent' && (
            <Button small busy={giveBack.isPending} onClick={() => giveBack.mutate()}>
              {inbox.giveBack}
            </Button>
          )}
          {isActive && (
            <ConfirmButton
              small
              look="plain"
              ask={{
                title: inbox.endTitle,
                text: inbox.endText,
                action: inbox.end,
                danger: true,
                send: () => api.chats.end({ params }),
                refresh: [['inbox'], ['conversation', id]],
                onSent: ({ status: ended }) => {
                  add([], { status: ended });
                  onClose();
                },
              }}
            >
              {inbox.endOpen}
            </ConfirmButton>
          )}
          <Link
            to="/conversations/$conversationId"
            params={{ conversationId: id }}
            className={cx(kit.button, kit.plain, kit.small)}
          >
            {inbox.openConversation}
          </Link>
        </div>
      </header>
      {messages ? (
        <ChatLog
          label={inbox.log(caller)}
          turns={messages.turns}
          own="agent"
          names={{ user: caller, agent: chat?.agent_name ?? words.chats.agent }}
        >
          {chat?.handover?.reason && handling === 'waiting' && (
            <p className={cx(kit.notice, kit.warn, kit.small)}>
              {inbox.reason} {chat.handover.reason}
            </p>
          )}
          {isActive && handling && handling !== 'human' && (
            <p className={cx(kit.small, kit.muted)} role="status">
              {states[handling]}
            </p>
          )}
          {status !== undefined && !isActive && (
            <p className={cx(kit.small, kit.muted)} role="status">
              {inbox.ended}
            </p>
          )}
        </ChatLog>
      ) : (
        <div>{!error && <Loading />}</div>
      )}
      <Compose label={inbox.reply} longest={longestReply} disabled={!isActive} {...reply.field}>
        {Boolean(error) && <Problem error={error} />}
        {author.input}
      </Compose>
    </div>
  );
};
