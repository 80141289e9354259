import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Organization } from 'voice-agent-platform-client';
import { formatTime } from '../api/format.ts';
import { OrganizationName, useNames } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { whileEdited } from '../api/while-edited.ts';
import { Attention, AttentionLine } from '../home/attention.tsx';
import { Overview as Figures } from '../home/overview.tsx';
import { clientsIn } from '../home/use-attention.ts';
import { useActivity } from '../home/use-home.ts';
import { KeyTable, NewKey } from '../keys/key-table.tsx';
import { Badge } from '../kit/badge.tsx';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { cx } from '../kit/cx.ts';
import { DialogButton } from '../kit/dialog-button.tsx';
import kit from '../kit/kit.module.css';
import { LoadMore } from '../kit/load-more.tsx';
import { Loading, Problem } from '../kit/notices.tsx';
import { Split } from '../kit/split.tsx';
import { Tabs } from '../kit/tabs.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { words } from '../words/index.ts';
import { CreateDialog } from './create-dialog.tsx';
import { EraseOrganizationDialog } from './erase-dialog.tsx';
import { Hub } from './hub.tsx';
import { OpeningHoursCard } from './opening-hours.tsx';
import styles from './organizations.module.css';
import { useApplying } from './setting-field.tsx';
import { SettingsForm } from './settings-form.tsx';
import { Node, useChildren } from './tree.tsx';
import { ViewDialog } from './view-dialog.tsx';

const route = getRouteApi('/organizations/$clientId');

interface ShownProps {
  readonly id: string;
  /**
   * Absent while it is being read. The other parts of the page need only the id, and are read at the same
   * time.
   */
  readonly organization: Organization | undefined;
}

/** Suspends an organization with everything below it, or lets it go on. */
const Suspend = ({ organization: { id, name, status } }: { readonly organization: Organization }) => {
  const { api } = useSession();
  const suspended = status === 'suspended';
  const { resume, suspend, askFor } = words.organizations;
  const { action, text } = suspended ? resume : suspend;
  return (
    <ConfirmButton
      ask={{
        action,
        text,
        title: askFor(action, name),
        danger: !suspended,
        send: () =>
          api.clients.update({
            params: { client_id: id },
            body: { status: suspended ? 'active' : 'suspended' },
          }),
        refresh: [['client', id], ['clients']],
      }}
    >
      {action}
    </ConfirmButton>
  );
};

const Below = ({ organization }: { readonly organization: Organization }) => {
  const { may } = useSession();
  const { items, query } = useChildren(organization.id);
  const { organizations: text } = words;
  return (
    <section className={cx(kit.card, kit.stack, kit.tight)} aria-label={text.below}>
      <div className={cx(kit.row, kit.spread)}>
        <h2>{text.below}</h2>
        {may('clients:write') && (
          <DialogButton small dialog={(onClose) => <CreateDialog parent={organization} onClose={onClose} />}>
            {text.create}
          </DialogButton>
        )}
      </div>
      {query.error && <Problem error={query.error} />}
      {query.isSuccess && items.length === 0 && <p className={kit.muted}>{text.none}</p>}
      <ul>
        {items.map((item) => (
          <Node key={item.id} item={item} />
        ))}
      </ul>
      <LoadMore query={query} />
    </section>
  );
};

const Details = ({ organization: shown }: { readonly organization: Organization }) => {
  const { organizations: text } = words;
  return (
    <section className={cx(kit.card, kit.stack, kit.tight)} aria-label={text.details}>
      <h2>{text.details}</h2>
      <dl className={kit.facts}>
        <dt>{text.type}</dt>
        <dd>{words.shell.types[shown.type]}</dd>
        <dt>{text.above}</dt>
        <dd>
          {shown.parent_id ? (
            <Link to="/organizations/$clientId" params={{ clientId: shown.parent_id }}>
              <OrganizationName id={shown.parent_id} />
            </Link>
          ) : (
            text.noneAbove
          )}
        </dd>
        <dt>{text.created}</dt>
        <dd>{formatTime(shown.created_at)}</dd>
        <dt>{text.changed}</dt>
        <dd>{formatTime(shown.updated_at)}</dd>
        <dt>{text.id}</dt>
        <dd className={kit.mono}>{shown.id}</dd>
        {shown.external_id !== null && (
          <>
            <dt>{text.externalId}</dt>
            <dd className={kit.mono}>{shown.external_id}</dd>
          </>
        )}
      </dl>
    </section>
  );
};

const Everything = ({ id, organization }: ShownProps) => {
  // The organizations below are requested together with this one, before its type says whether it can have
  // any.
  useChildren(id);
  const { may } = useSession();
  return (
    <div className={styles.hub}>
      <Hub id={id} />
      {may('agents:read') && <OpeningHoursCard id={id} />}
      {organization && organization.type !== 'location' && <Below organization={organization} />}
      {organization && <Details organization={organization} />}
    </div>
  );
};

/** The figures of the last 30 days, and who needs attention, beside what belongs to the organization. */
const WithCalls = ({ id, organization }: ShownProps) => {
  const { byOutcome, days, found, overview } = useActivity('last30', id);
  const nameOf = useNames('client', clientsIn(found));
  const attention = { found, days, nameOf };
  return (
    <Split pane={<Attention {...attention} />}>
      <AttentionLine {...attention} />
      {byOutcome.error && <Problem error={byOutcome.error} onRetry={() => void byOutcome.refetch()} />}
      {byOutcome.isPending && (
        <div className={styles.figures}>
          <Loading />
        </div>
      )}
      {byOutcome.data && <Figures {...overview} />}
      <Everything id={id} organization={organization} />
    </Split>
  );
};

const Overview = (props: ShownProps) =>
  useSession().may('conversations:read') ? <WithCalls {...props} /> : <Everything {...props} />;

export const OrganizationPage = () => {
  const { api, me, may } = useSession();
  const { clientId } = route.useParams();
  const { tab = 'overview' } = route.useSearch();
  const found = useQuery({
    queryKey: ['client', clientId, 'with-etag'],
    queryFn: ({ signal }) => api.clients.get.withResponse({ params: { client_id: clientId }, signal }),
    // Settings do not change while they are edited.
    ...(tab === 'settings' && whileEdited),
  });
  // The settings name them, and need only the id.
  useApplying(clientId, tab === 'settings');
  const isAbove = me.client?.id !== clientId;
  const organization = found.data?.reply;
  return (
    <>
      <PageHead
        title={organization?.name ?? words.organizations.one}
        back={
          <Link to="/organizations" search={{ org: undefined }}>
            {words.shell.pages.organizations}
          </Link>
        }
      >
        {organization?.test && <Badge tone="warn">{words.organizations.test}</Badge>}
        {organization?.status === 'suspended' && <Badge tone="bad">{words.organizations.suspended}</Badge>}
        {organization && may('clients:write') && (
          <DialogButton dialog={(onClose) => <ViewDialog organization={organization} onClose={onClose} />}>
            {words.organizations.viewing.open}
          </DialogButton>
        )}
        {organization && isAbove && may('clients:write') && (
          <>
            <Suspend organization={organization} />
            <DialogButton
              look="danger"
              dialog={(onClose) => <EraseOrganizationDialog organization={organization} onClose={onClose} />}
            >
              {words.organizations.erase}
            </DialogButton>
          </>
        )}
        {tab === 'keys' && <NewKey clientId={clientId} />}
      </PageHead>
      {found.error && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {(!found.error || found.data) && (
        <>
          <Tabs
            tabs={[
              { value: 'overview', label: words.organizations.tabs.overview },
              { value: 'settings', label: words.organizations.tabs.settings },
              ...(may('keys:read') ? [{ value: 'keys', label: words.organizations.tabs.keys }] : []),
            ]}
          />
          {tab === 'overview' && <Overview id={clientId} organization={organization} />}
          {tab === 'settings' && found.isPending && <Loading />}
          {tab === 'settings' && found.data && (
            <SettingsForm
              key={found.data.reply.version}
              organization={found.data.reply}
              etag={found.data.response.headers.get('etag') ?? ''}
            />
          )}
          {tab === 'keys' && <KeyTable clientId={clientId} />}
        </>
      )}
    </>
  );
};
