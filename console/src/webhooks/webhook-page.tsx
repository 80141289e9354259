import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { EventType, MessageStatus } from 'voice-agent-platform-client';
import { formatNumber, formatTime } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { DetailPage } from '../kit/detail-page.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';
import { SelectField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { List } from '../kit/list.tsx';
import { words } from '../words/index.ts';
import { webhookWords } from '../words/webhooks.ts';
import { WebhookActions } from './actions.tsx';
import { MessageState, WebhookState } from './badges.tsx';
import { eventsInWords, eventTypes } from './event-types.ts';
import { MessageDialog } from './message-dialog.tsx';
import { delivers, Trouble, usePending } from './trouble.tsx';

const route = getRouteApi('/webhooks/$webhookId');

const statuses = ['pending', 'delivered', 'failed'] as const;

/** New messages appear by themselves. */
const everyMs = 5000;

const useMessages = (webhookId: string) => {
  const { api } = useSession();
  const { status, event } = route.useSearch();
  return useList(
    ['messages', webhookId, status, event],
    (page, signal) =>
      api.webhookMessages.list({
        params: { webhook_id: webhookId },
        query: {
          ...page,
          ...(status && { status: status as MessageStatus }),
          ...(event && { event: event as EventType }),
        },
        signal,
      }),
    { refetchInterval: everyMs },
  );
};

const Messages = ({ webhookId }: { readonly webhookId: string }) => {
  const { status, event } = route.useSearch();
  const navigate = route.useNavigate();
  const { messages } = webhookWords();
  const list = useMessages(webhookId);
  const choose = (name: 'status' | 'event', value: string) =>
    void navigate({ search: (now) => ({ ...now, [name]: value || undefined }) });
  const any = { value: '', label: messages.any };
  return (
    <>
      <div className={kit.filters}>
        <SelectField
          label={messages.status}
          value={status ?? ''}
          options={[any, ...statuses.map((value) => ({ value, label: messages.statuses[value] }))]}
          onChange={({ target }) => choose('status', target.value)}
        />
        <SelectField
          label={messages.event}
          value={event ?? ''}
          options={[any, ...[...eventTypes, 'ping'].map((value) => ({ value, label: value }))]}
          onChange={({ target }) => choose('event', target.value)}
        />
      </div>
      <List
        list={list}
        empty={messages.empty}
        label={messages.title}
        columns={[
          {
            title: messages.event,
            kind: 'heading',
            cell: ({ id, event: type }) => (
              <DialogButton
                small
                look="plain"
                dialog={(onClose) => <MessageDialog webhookId={webhookId} messageId={id} onClose={onClose} />}
              >
                {type}
              </DialogButton>
            ),
          },
          { title: messages.status, cell: ({ status: state }) => <MessageState status={state} /> },
          { title: messages.happened, cell: ({ created_at }) => formatTime(created_at) },
          {
            title: messages.attempts,
            kind: 'number',
            cell: ({ attempt_count }) => formatNumber(attempt_count),
          },
          {
            title: messages.next,
            cell: ({ next_attempt_at }) => (next_attempt_at ? formatTime(next_attempt_at) : words.kit.none),
          },
        ]}
      />
    </>
  );
};

/** A webhook with its messages, and with what keeps it from delivering them. */
export const WebhookPage = () => {
  const { api, may } = useSession();
  const { webhookId } = route.useParams();
  const webhooks = webhookWords();
  const found = useQuery({
    queryKey: ['webhook', webhookId],
    queryFn: ({ signal }) => api.webhooks.get.withResponse({ params: { webhook_id: webhookId }, signal }),
    refetchInterval: everyMs,
  });
  // The messages need only the id in the URL, so they are requested together with the webhook.
  useMessages(webhookId);
  usePending(webhookId, found.data === undefined || delivers(found.data.reply));
  return (
    <DetailPage
      back={<Link to="/webhooks">{words.shell.pages.webhooks}</Link>}
      title={found.data?.reply.description ?? found.data?.reply.url ?? webhooks.one}
      query={found}
      actions={({ reply, response }) =>
        may('webhooks:write') && <WebhookActions webhook={reply} etag={response.headers.get('etag') ?? ''} />
      }
    >
      {({ reply: webhook }) => (
        <>
          <Trouble webhook={webhook} />
          <p className={kit.muted}>
            <WebhookState webhook={webhook} /> ·{' '}
            {webhook.url ? <bdi className={kit.mono}>{webhook.url}</bdi> : webhooks.fetched} ·{' '}
            {eventsInWords(webhook.events)}
          </p>
          <Messages webhookId={webhookId} />
        </>
      )}
    </DetailPage>
  );
};
