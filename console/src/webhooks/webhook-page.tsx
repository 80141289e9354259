import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { EventType, MessageStatus } from 'voice-agent-platform-client';
import { formatTime } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { Button } from '../kit/button.tsx';
import { SelectField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { LoadMore } from '../kit/load-more.tsx';
import { Empty, Loading, Problem } from '../kit/notices.tsx';
import { scrolled } from '../kit/scrolled.ts';
import { PageHead } from '../shell/page-head.tsx';
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
  const [opened, setOpened] = useState<string>();
  const { items, query } = useList(
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
      {query.error && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading />}
      {query.isSuccess && items.length === 0 && (
        <Empty title="There are no messages">
          <p>Messages of the last 30 days appear here. Send a test to see one.</p>
        </Empty>
      )}
      {items.length > 0 && (
        <section className={kit.frame} aria-label="Messages" {...scrolled}>
          <table className={kit.table}>
            <thead>
              <tr>
                <th scope="col">Event</th>
                <th scope="col">Status</th>
                <th scope="col">Happened</th>
                <th scope="col" className={kit.number}>
                  Attempts
                </th>
                <th scope="col">Next attempt</th>
                <th scope="col">About</th>
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <tr key={item.id}>
                  <th scope="row">
                    <Button small look="plain" onClick={() => setOpened(item.id)}>
                      {item.event}
                    </Button>
                  </th>
                  <td>
                    <MessageBadge status={item.status} />
                  </td>
                  <td>{formatTime(item.created_at)}</td>
                  <td className={kit.number}>{item.attempt_count}</td>
                  <td>{item.next_attempt_at ? formatTime(item.next_attempt_at) : '–'}</td>
                  <td className={kit.mono}>{item.entity_id}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <LoadMore query={query} />
      {opened && (
        <MessageDialog webhookId={webhookId} messageId={opened} onClose={() => setOpened(undefined)} />
      )}
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
  const webhook = found.data?.reply;
  return (
    <>
      <Link to="/webhooks" search={({ org }) => ({ org })} className={kit.small}>
        ← All webhooks
      </Link>
      <PageHead title={webhook?.url ?? 'Webhook'}>{webhook && <WebhookBadge webhook={webhook} />}</PageHead>
      {found.error && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Loading />}
      {webhook && (
        <>
          <p className={kit.muted}>
            {webhook.description && `${webhook.description}. `}
            {eventsInWords(webhook.events)}
            {webhook.failing_since &&
              `. All deliveries have failed since ${formatTime(webhook.failing_since)}`}
          </p>
          {may('webhooks:write') && (
            <WebhookActions webhook={webhook} etag={found.data?.response.headers.get('etag') ?? ''} />
          )}
          <Messages webhookId={webhookId} />
        </>
      )}
    </>
  );
};
