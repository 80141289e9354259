import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { IntegrationEventStatus } from 'voice-agent-platform-client';
import { formatTime } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { useList } from '../api/use-list.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { Dialog } from '../kit/dialog.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';
import { Download } from '../kit/download.tsx';
import { SelectField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { List } from '../kit/list.tsx';
import { Loading, Problem } from '../kit/notices.tsx';
import { scrolled } from '../kit/scrolled.ts';
import { words } from '../words/index.ts';
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
  const params = { integration_id: integrationId, event_id: eventId };
  const found = useQuery({
    queryKey: ['integration-event', eventId],
    queryFn: ({ signal }) => api.integrationEvents.get({ params, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'received' ? 2000 : false),
    staleTime: 0,
  });
  const replay = useAction({
    send: () => api.integrationEvents.replay({ params }),
    refresh: [
      ['integration-event', eventId],
      ['integration-events', integrationId],
    ],
  });
  const { data: event } = found;
  const { events } = words.integrations;
  return (
    <Dialog open onClose={onClose} title={event?.type ?? events.one} wide>
      {found.isPending && <Loading />}
      {(found.error ?? replay.error) && <Problem error={found.error ?? replay.error} />}
      {event && (
        <>
          <div className={kit.row}>
            <StatusBadge status={event.status} />
            <span className={cx(kit.small, kit.muted)}>{formatTime(event.received_at)}</span>
            {may('integrations:write') && (
              <Button small busy={replay.isPending} onClick={() => replay.mutate()}>
                {events.again}
              </Button>
            )}
          </div>
          {event.status_detail && (
            <p dir="auto" className={cx(kit.notice, kit.warn)}>
              {event.status_detail}
            </p>
          )}
          {event.conversation_id && (
            <Link to="/conversations/$conversationId" params={{ conversationId: event.conversation_id }}>
              {events.conversation}
            </Link>
          )}
          <h3>{events.posted}</h3>
          {event.payload_url && (
            <div>
              <Download
                link={async () => ({ url: (await api.integrationEvents.get({ params })).payload_url ?? '' })}
              >
                {events.download}
              </Download>
            </div>
          )}
          {event.payload && <pre {...scrolled}>{JSON.stringify(event.payload, undefined, 2)}</pre>}
        </>
      )}
    </Dialog>
  );
};

export const useEvents = (integrationId: string, enabled = true) => {
  const { api } = useSession();
  const { status } = route.useSearch();
  return useList(
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
    { enabled, refetchInterval: everyMs },
  );
};

/** The events that the provider posted in the last 30 days, and the result of each. */
export const Events = ({ integrationId }: { readonly integrationId: string }) => {
  const { status } = route.useSearch();
  const navigate = route.useNavigate();
  const { events, statuses: named } = words.integrations;
  const list = useEvents(integrationId);
  return (
    <>
      <div className={kit.filters}>
        <SelectField
          label={events.status}
          value={status ?? ''}
          options={[
            { value: '', label: events.any },
            ...statuses.map((value) => ({ value, label: named[value] })),
          ]}
          onChange={({ target }) =>
            void navigate({ search: (now) => ({ ...now, status: target.value || undefined }) })
          }
        />
      </div>
      <List
        list={list}
        empty={events.empty}
        label={words.integrations.page.tabs.events}
        columns={[
          {
            title: events.one,
            kind: 'heading',
            cell: ({ id, type }) => (
              <DialogButton
                small
                look="plain"
                dialog={(onClose) => (
                  <EventDialog integrationId={integrationId} eventId={id} onClose={onClose} />
                )}
              >
                {type}
              </DialogButton>
            ),
          },
          {
            title: events.status,
            cell: ({ status, status_detail }) => (
              <>
                <StatusBadge status={status} />
                <div className={cx(kit.small, kit.muted)}>{status_detail}</div>
              </>
            ),
          },
          { title: events.received, cell: ({ received_at }) => formatTime(received_at) },
          {
            title: events.agent,
            kind: 'mono',
            cell: ({ provider_agent_id }) => provider_agent_id ?? words.kit.none,
          },
          {
            title: events.call,
            kind: 'mono',
            cell: ({ provider_conversation_id }) => provider_conversation_id ?? words.kit.none,
          },
        ]}
      />
    </>
  );
};
