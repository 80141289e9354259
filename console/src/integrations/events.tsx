import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { IntegrationEventStatus } from 'voice-agent-platform-client';
import { formatTime, inWords } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Download } from '../kit/download.tsx';
import { SelectField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { LoadMore } from '../kit/load-more.tsx';
import { Empty, Loading, Problem } from '../kit/notices.tsx';
import { scrolled } from '../kit/scrolled.ts';
import { StatusBadge } from './badges.tsx';

const route = getRouteApi('/integrations/$integrationId');

const statuses = ['received', 'processed', 'parked', 'failed'] as const;

/** New events appear by themselves. */
const everyMs = 5000;

const EventDialog = ({
  integrationId,
  eventId,
  onClose,
}: {
  readonly integrationId: string;
  readonly eventId: string;
  readonly onClose: () => void;
}) => {
  const { api, may } = useSession();
  const queries = useQueryClient();
  const params = { integration_id: integrationId, event_id: eventId };
  const found = useQuery({
    queryKey: ['integration-event', eventId],
    queryFn: ({ signal }) => api.integrationEvents.get({ params, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'received' ? 2000 : false),
    staleTime: 0,
  });
  const replay = useMutation({
    mutationFn: () => api.integrationEvents.replay({ params }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['integration-event', eventId] });
      await queries.invalidateQueries({ queryKey: ['integration-events', integrationId] });
    },
  });
  const { data: event } = found;
  return (
    <Dialog open onClose={onClose} title={event?.type ?? 'Event'} wide>
      {found.isPending && <Loading />}
      {(found.error ?? replay.error) && <Problem error={found.error ?? replay.error} />}
      {event && (
        <>
          <div className={kit.row}>
            <StatusBadge status={event.status} />
            <span className={cx(kit.small, kit.muted)}>{formatTime(event.received_at)}</span>
            {may('integrations:write') && (
              <Button small busy={replay.isPending} onClick={() => replay.mutate()}>
                Process again
              </Button>
            )}
          </div>
          {event.status_detail && <p className={cx(kit.notice, kit.warn)}>{event.status_detail}</p>}
          {event.conversation_id && (
            <Link
              to="/conversations/$conversationId"
              params={{ conversationId: event.conversation_id }}
              search={({ org }) => ({ org })}
            >
              The conversation
            </Link>
          )}
          <h3>What the provider posted</h3>
          {event.payload_url && (
            <div>
              <Download link={async () => (await api.integrationEvents.get({ params })).payload_url ?? ''}>
                Download
              </Download>
            </div>
          )}
          {event.payload && <pre {...scrolled}>{JSON.stringify(event.payload, undefined, 2)}</pre>}
        </>
      )}
    </Dialog>
  );
};

/** What the provider posted in the last 30 days, and what became of it. */
export const Events = ({ integrationId }: { readonly integrationId: string }) => {
  const { api } = useSession();
  const { status } = route.useSearch();
  const navigate = route.useNavigate();
  const [opened, setOpened] = useState<string>();
  const { items, query } = useList(
    ['integration-events', integrationId, status],
    ({ limit, cursor }, signal) =>
      api.integrationEvents.list({
        params: { integration_id: integrationId },
        query: {
          limit: String(limit),
          ...(cursor && { cursor }),
          ...(status && { status: status as IntegrationEventStatus }),
        },
        signal,
      }),
    { refetchInterval: everyMs },
  );
  return (
    <>
      <div className={kit.filters}>
        <SelectField
          label="Status"
          value={status ?? ''}
          options={[
            { value: '', label: 'Any' },
            ...statuses.map((value) => ({ value, label: inWords(value) })),
          ]}
          onChange={({ target }) =>
            void navigate({ search: (now) => ({ ...now, status: target.value || undefined }) })
          }
        />
      </div>
      {query.error && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading />}
      {query.isSuccess && items.length === 0 && (
        <Empty title="There are no events">
          <p>Events of the last 30 days appear here as soon as the provider posts them to the webhook URL.</p>
        </Empty>
      )}
      {items.length > 0 && (
        <section className={kit.frame} aria-label="Events" {...scrolled}>
          <table className={kit.table}>
            <thead>
              <tr>
                <th scope="col">Event</th>
                <th scope="col">Status</th>
                <th scope="col">Received</th>
                <th scope="col">Provider’s agent</th>
                <th scope="col">Provider’s call</th>
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <tr key={item.id}>
                  <th scope="row">
                    <Button small look="plain" onClick={() => setOpened(item.id)}>
                      {item.type}
                    </Button>
                  </th>
                  <td>
                    <StatusBadge status={item.status} />
                    <div className={cx(kit.small, kit.muted)}>{item.status_detail}</div>
                  </td>
                  <td>{formatTime(item.received_at)}</td>
                  <td className={kit.mono}>{item.provider_agent_id ?? '–'}</td>
                  <td className={kit.mono}>{item.provider_conversation_id ?? '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <LoadMore query={query} />
      {opened && (
        <EventDialog integrationId={integrationId} eventId={opened} onClose={() => setOpened(undefined)} />
      )}
    </>
  );
};
