import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { EventType, MessageStatus } from 'voice-agent-platform-client';
import { formatTime } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { DetailPage } from '../kit/detail-page.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';
import { SelectField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { List } from '../kit/list.tsx';
import { WebhookActions } from './actions.tsx';
import { MessageBadge, WebhookBadge } from './badges.tsx';
import { eventsInWords, eventTypes } from './event-types.ts';
import { MessageDialog } from './message-dialog.tsx';

const route = getRouteApi('/webhooks/$webhookId');

const statuses = ['pending', 'delivered', 'failed'] as const;
const any = { value: '', label: 'Any' };

/** New messages appear by themselves. */
const everyMs = 5000;

const Messages = ({ webhookId }: { readonly webhookId: string }) => {
  const { api } = useSession();
  const { status, event } = route.useSearch();
  const navigate = route.useNavigate();
  const list = useList(
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
  const choose = (name: 'status' | 'event', value: string) =>
    void navigate({ search: (now) => ({ ...now, [name]: value || undefined }) });
  return (
    <>
      <div className={kit.filters}>
        <SelectField
          label="Status"
          value={status ?? ''}
          options={[any, ...statuses.map((value) => ({ value, label: value }))]}
          onChange={({ target }) => choose('status', target.value)}
        />
        <SelectField
          label="Event"
          value={event ?? ''}
          options={[any, ...[...eventTypes, 'ping'].map((value) => ({ value, label: value }))]}
          onChange={({ target }) => choose('event', target.value)}
        />
      </div>
      <List
        list={list}
        empty={{
          title: 'There are no messages',
          text: 'Messages of the last 30 days appear here. Send a test to see one.',
        }}
        label="Messages"
        columns={[
          {
            title: 'Event',
            kind: 'heading',
            cell: ({ id, event }) => (
              <DialogButton
                small
                look="plain"
                dialog={(onClose) => <MessageDialog webhookId={webhookId} messageId={id} onClose={onClose} />}
              >
                {event}
              </DialogButton>
            ),
          },
          { title: 'Status', cell: ({ status }) => <MessageBadge status={status} /> },
          { title: 'Happened', cell: ({ created_at }) => formatTime(created_at) },
          { title: 'Attempts', kind: 'number', cell: ({ attempt_count }) => attempt_count },
          {
            title: 'Next attempt',
            cell: ({ next_attempt_at }) => (next_attempt_at ? formatTime(next_attempt_at) : '–'),
          },
          { title: 'About', kind: 'mono', cell: ({ entity_id }) => entity_id },
        ]}
      />
    </>
  );
};

/** A webhook with its messages. */
export const WebhookPage = () => {
  const { api, may } = useSession();
  const { webhookId } = route.useParams();
  const found = useQuery({
    queryKey: ['webhook', webhookId],
    queryFn: ({ signal }) => api.webhooks.get.withResponse({ params: { webhook_id: webhookId }, signal }),
  });
  return (
    <DetailPage
      back={<Link to="/webhooks">← All webhooks</Link>}
      title={found.data?.reply.url ?? 'Webhook'}
      query={found}
      actions={({ reply }) => <WebhookBadge webhook={reply} />}
    >
      {({ reply: webhook, response }) => (
        <>
          <p className={kit.muted}>
            {webhook.description && `${webhook.description}. `}
            {eventsInWords(webhook.events)}
            {webhook.failing_since &&
              `. All deliveries have failed since ${formatTime(webhook.failing_since)}`}
          </p>
          {may('webhooks:write') && (
            <WebhookActions webhook={webhook} etag={response.headers.get('etag') ?? ''} />
          )}
          <Messages webhookId={webhookId} />
        </>
      )}
    </DetailPage>
  );
};
