import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Organization } from 'voice-agent-platform-client';
import { formatTime, inWords } from '../api/format.ts';
import { OrganizationName } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { KeyTable } from '../keys/key-table.tsx';
import { Badge } from '../kit/badge.tsx';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { cx } from '../kit/cx.ts';
import { DetailPage } from '../kit/detail-page.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';
import kit from '../kit/kit.module.css';
import { LoadMore } from '../kit/load-more.tsx';
import { Problem } from '../kit/notices.tsx';
import { Tabs } from '../kit/tabs.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { EraseOrganizationDialog } from './erase-dialog.tsx';
import { SettingsForm } from './settings-form.tsx';
import { Node, useChildren } from './tree.tsx';

const route = getRouteApi('/organizations/$clientId');

const suspending = {
  action: 'Suspend',
  text: 'The organization and its descendants can no longer create conversations, agents, organizations or API keys. What is there stays readable.',
} as const;

const resuming = {
  action: 'Resume',
  text: 'The organization and its descendants can create conversations, agents, organizations and API keys again.',
} as const;

/** Suspends an organization with everything below it, or lets it go on. */
const Suspend = ({ organization: { id, name, status } }: { readonly organization: Organization }) => {
  const { api } = useSession();
  const suspended = status === 'suspended';
  const words = suspended ? resuming : suspending;
  return (
    <ConfirmButton
      small
      ask={{
        ...words,
        title: `${words.action} ${name}?`,
        danger: !suspended,
        send: () =>
          api.clients.update({
            params: { client_id: id },
            body: { status: suspended ? 'active' : 'suspended' },
          }),
        refresh: [['client', id], ['clients']],
      }}
    >
      {words.action} …
    </ConfirmButton>
  );
};

const Below = ({ organization }: { readonly organization: Organization }) => {
  const { may } = useSession();
  const { items, query } = useChildren(organization.id);
  return (
    <section className={cx(kit.card, kit.stack, kit.tight)}>
      <div className={cx(kit.row, kit.spread)}>
        <h2>Organizations below</h2>
        {may('clients:write') && (
          <DialogButton small dialog={(onClose) => <CreateDialog parent={organization} onClose={onClose} />}>
            New organization
          </DialogButton>
        )}
      </div>
      {query.error && <Problem error={query.error} />}
      {query.isSuccess && items.length === 0 && <p className={kit.muted}>There are none.</p>}
      <ul>
        {items.map((item) => (
          <Node key={item.id} item={item} />
        ))}
      </ul>
      <LoadMore query={query} />
    </section>
  );
};

const Overview = ({ organization: shown }: { readonly organization: Organization }) => (
  <div className={kit.columns}>
    <section className={cx(kit.card, kit.stack, kit.tight)}>
      <h2>Details</h2>
      <dl className={kit.facts}>
        <dt>Type</dt>
        <dd>{inWords(shown.type)}</dd>
        <dt>Above</dt>
        <dd>
          {shown.parent_id ? (
            <Link to="/organizations/$clientId" params={{ clientId: shown.parent_id }}>
              <OrganizationName id={shown.parent_id} />
            </Link>
          ) : (
            'None'
          )}
        </dd>
        <dt>Created</dt>
        <dd>{formatTime(shown.created_at)}</dd>
        <dt>Changed</dt>
        <dd>{formatTime(shown.updated_at)}</dd>
        <dt>Id</dt>
        <dd className={kit.mono}>{shown.id}</dd>
        {shown.external_id !== null && (
          <>
            <dt>External id</dt>
            <dd className={kit.mono}>{shown.external_id}</dd>
          </>
        )}
      </dl>
    </section>
    {shown.type !== 'location' && <Below organization={shown} />}
  </div>
);

export const OrganizationPage = () => {
  const { api, me, may } = useSession();
  const { clientId } = route.useParams();
  const { tab = 'overview' } = route.useSearch();
  const found = useQuery({
    queryKey: ['client', clientId, 'with-etag'],
    queryFn: ({ signal }) => api.clients.get.withResponse({ params: { client_id: clientId }, signal }),
  });
  const isAbove = me.client?.id !== clientId;
  return (
    <DetailPage
      back={
        <Link to="/organizations" search={{ org: undefined }}>
          ← All organizations
        </Link>
      }
      title={found.data?.reply.name ?? 'Organization'}
      query={found}
      actions={({ reply: organization }) => (
        <>
          {organization.test && <Badge tone="warn">Test</Badge>}
          {organization.status === 'suspended' && <Badge tone="bad">Suspended</Badge>}
          {isAbove && may('clients:write') && (
            <>
              <Suspend organization={organization} />
              <DialogButton
                small
                dialog={(onClose) => (
                  <EraseOrganizationDialog organization={organization} onClose={onClose} />
                )}
              >
                Erase …
              </DialogButton>
            </>
          )}
        </>
      )}
    >
      {({ reply: organization, response }) => (
        <>
          <Tabs
            tabs={[
              { value: 'overview', label: 'Overview' },
              { value: 'settings', label: 'Settings' },
              ...(may('keys:read') ? [{ value: 'keys', label: 'API keys' }] : []),
            ]}
          />
          {tab === 'overview' && <Overview organization={organization} />}
          {tab === 'settings' && (
            <SettingsForm
              key={organization.version}
              organization={organization}
              etag={response.headers.get('etag') ?? ''}
            />
          )}
          {tab === 'keys' && <KeyTable clientId={clientId} />}
        </>
      )}
    </DetailPage>
  );
};
