import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Organization } from 'voice-agent-platform-client';
import { formatTime, inWords } from '../api/format.ts';
import { OrganizationName } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { KeyTable } from '../keys/key-table.tsx';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { Confirm } from '../kit/confirm.tsx';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { LoadMore } from '../kit/load-more.tsx';
import { Loading, Problem } from '../kit/notices.tsx';
import { Tabs } from '../kit/tabs.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { EraseOrganizationDialog } from './erase-dialog.tsx';
import { SettingsForm } from './settings-form.tsx';
import { Node, useChildren } from './tree.tsx';

const route = getRouteApi('/organizations/$clientId');

/** Suspends an organization with everything below it, or lets it go on. */
const SuspendButton = ({ organization: { id, name, status } }: { readonly organization: Organization }) => {
  const { api } = useSession();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const suspended = status === 'suspended';
  const change = useMutation({
    mutationFn: () =>
      api.clients.update({ params: { client_id: id }, body: { status: suspended ? 'active' : 'suspended' } }),
    onSuccess: async () => {
      setAsking(false);
      await queries.invalidateQueries({ queryKey: ['client', id] });
      await queries.invalidateQueries({ queryKey: ['clients'] });
    },
  });
  return (
    <>
      <Button small onClick={() => setAsking(true)}>
        {suspended ? 'Resume …' : 'Suspend …'}
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={suspended ? `Resume ${name}?` : `Suspend ${name}?`}
        action={suspended ? 'Resume' : 'Suspend'}
        danger={!suspended}
        busy={change.isPending}
        error={change.error}
        onConfirm={() => change.mutate()}
      >
        <p>
          {suspended
            ? 'The organization and its descendants can create conversations, agents, organizations and API keys again.'
            : 'The organization and its descendants can no longer create conversations, agents, organizations or API keys. What is there stays readable.'}
        </p>
      </Confirm>
    </>
  );
};

const Below = ({ organization }: { readonly organization: Organization }) => {
  const { may } = useSession();
  const { items, query } = useChildren(organization.id);
  const [creating, setCreating] = useState(false);
  return (
    <section className={cx(kit.card, kit.stack, kit.tight)}>
      <div className={cx(kit.row, kit.spread)}>
        <h2>Organizations below</h2>
        {may('clients:write') && (
          <Button small onClick={() => setCreating(true)}>
            New organization
          </Button>
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
      {creating && <CreateDialog parent={organization} onClose={() => setCreating(false)} />}
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
            <Link
              to="/organizations/$clientId"
              params={{ clientId: shown.parent_id }}
              search={({ org }) => ({ org })}
            >
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
      </dl>
    </section>
    {shown.type !== 'location' && <Below organization={shown} />}
  </div>
);

export const OrganizationPage = () => {
  const { api, me, may } = useSession();
  const { clientId } = route.useParams();
  const { tab = 'overview' } = route.useSearch();
  const [erasing, setErasing] = useState(false);
  const found = useQuery({
    queryKey: ['client', clientId, 'with-etag'],
    queryFn: ({ signal }) => api.clients.get.withResponse({ params: { client_id: clientId }, signal }),
  });
  const organization = found.data?.reply;
  const isAbove = me.client?.id !== clientId;
  return (
    <>
      <Link to="/organizations" search={{ org: undefined }} className={kit.small}>
        ← All organizations
      </Link>
      <PageHead title={organization?.name ?? 'Organization'}>
        {organization?.status === 'suspended' && <Badge tone="bad">Suspended</Badge>}
        {organization && isAbove && may('clients:write') && (
          <>
            <SuspendButton organization={organization} />
            <Button small onClick={() => setErasing(true)}>
              Erase …
            </Button>
          </>
        )}
      </PageHead>
      {found.error && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Loading />}
      {organization && (
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
              etag={found.data?.response.headers.get('etag') ?? ''}
            />
          )}
          {tab === 'keys' && <KeyTable clientId={clientId} />}
          {erasing && (
            <EraseOrganizationDialog organization={organization} onClose={() => setErasing(false)} />
          )}
        </>
      )}
    </>
  );
};
