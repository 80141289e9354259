import { useQuery } from '@tanstack/react-query';
import type { Attempt } from 'voice-agent-platform-client';
import { formatNumber, formatTime } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { Dialog } from '../kit/dialog.tsx';
import kit from '../kit/kit.module.css';
import { Loading, Problem } from '../kit/notices.tsx';
import { scrolled } from '../kit/scrolled.ts';
import { webhookWords } from '../words/webhooks.ts';
import { MessageState } from './badges.tsx';

/** While a message is on its way, its attempts are read again. */
const everyMs = 2000;

const AttemptRow = ({ attempt }: { readonly attempt: Attempt }) => {
  const { messages } = webhookWords();
  const status = attempt.status_code ?? messages.noAnswer;
  return (
    <li className={cx(kit.stack, kit.tight)}>
      <span className={kit.row}>
        {attempt.error === null ? <span>{status}</span> : <Badge tone="bad">{status}</Badge>}
        <time dateTime={attempt.at}>{formatTime(attempt.at)}</time>
        <span className={cx(kit.small, kit.muted, kit.figures)}>
          {messages.ms(formatNumber(attempt.duration_ms))}
        </span>
      </span>
      {attempt.error && (
        <span dir="auto" className={kit.small}>
          {attempt.error}
        </span>
      )}
      {attempt.response && <pre {...scrolled}>{attempt.response}</pre>}
    </li>
  );
};

interface MessageDialogProps {
  readonly webhookId: string;
  readonly messageId: string;
  readonly onClose: () => void;
}

/** A message with its body and every attempt to deliver it. */
export const MessageDialog = ({ webhookId, messageId, onClose }: MessageDialogProps) => {
  const { api, may } = useSession();
  const { messages } = webhookWords();
  const params = { webhook_id: webhookId, message_id: messageId };
  const found = useQuery({
    queryKey: ['message', messageId],
    queryFn: ({ signal }) => api.webhookMessages.get({ params, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? everyMs : false),
    staleTime: 0,
  });
  const resend = useAction({
    send: () => api.webhookMessages.resend({ params }),
    refresh: [
      ['message', messageId],
      ['messages', webhookId],
    ],
  });
  const { data: message } = found;
  return (
    <Dialog open onClose={onClose} title={message?.event ?? messages.one} wide>
      {found.isPending && <Loading />}
      {(found.error ?? resend.error) && <Problem error={found.error ?? resend.error} />}
      {message && (
        <>
          <div className={kit.row}>
            <MessageState status={message.status} />
            <span className={cx(kit.small, kit.muted)}>
              {formatTime(message.created_at)} · <span className={kit.mono}>{message.id}</span>
            </span>
            {may('webhooks:write') && (
              <Button small busy={resend.isPending} onClick={() => resend.mutate()}>
                {messages.resend}
              </Button>
            )}
          </div>
          <h3>{messages.attempts}</h3>
          {message.attempts.length === 0 ? (
            <p className={kit.muted}>{messages.noAttempt}</p>
          ) : (
            <ol className={kit.stack} aria-label={messages.attempts}>
              {message.attempts.map((attempt) => (
                <AttemptRow key={attempt.at} attempt={attempt} />
              ))}
            </ol>
          )}
          <h3>{messages.body}</h3>
          <pre {...scrolled}>{JSON.stringify(message.payload, undefined, 2)}</pre>
        </>
      )}
    </Dialog>
  );
};
