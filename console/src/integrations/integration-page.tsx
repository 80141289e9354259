import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { useState } from 'react';
import type { Integration } from 'voice-agent-platform-client';
import { faultAt, isStale } from '../api/faults.ts';
import { OrganizationName } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { Confirm } from '../kit/confirm.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { cx } from '../kit/cx.ts';
import { TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { Loading, Problem } from '../kit/notices.tsx';
import { Tabs } from '../kit/tabs.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { StatusBadge } from './badges.tsx';
import { Events } from './events.tsx';
import { Imports } from './imports.tsx';
import { MappingFields } from './mapping.tsx';
import { providers } from './providers.ts';

const route = getRouteApi('/integrations/$integrationId');

interface EditProps {
  readonly integration: Integration;
  readonly etag: string;
}

/** The account and its agents. Secrets that are left empty stay as they are. */
const Edit = ({ integration, etag }: EditProps) => {
  const { api, may } = useSession();
  const queries = useQueryClient();
  const [name, setName] = useState(integration.name);
  const [apiKey, setApiKey] = useState('');
  const [secret, setSecret] = useState('');
  const [mappings, setMappings] = useState(integration.agents);
  const readOnly = !may('integrations:write');
  const save = useMutation({
    mutationFn: () =>
      api.integrations.replace({
        params: { integration_id: integration.id },
        body: {
          ...integration,
          name,
          agents: mappings,
          ...(apiKey && { api_key: apiKey }),
          ...(secret && { webhook_secret: secret }),
        },
        ifMatch: etag,
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['integration', integration.id] });
      await queries.invalidateQueries({ queryKey: ['integrations'] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const disabled = readOnly || save.isPending;
  return (
    <form className={kit.stack} onSubmit={submit}>
      <div className={cx(kit.card, kit.stack)}>
        <div className={kit.row}>
          <span className={kit.label}>Webhook URL</span>
          <code className={kit.mono}>{integration.webhook_url}</code>
          <CopyButton text={integration.webhook_url}>Copy the URL</CopyButton>
        </div>
        <div className={kit.columns}>
          <TextField
            label="Name"
            required
            maxLength={200}
            value={name}
            disabled={disabled}
            fault={faultAt(save.error, '/name')}
            onChange={({ target }) => setName(target.value)}
          />
          <TextField
            label="New API key"
            type="password"
            autoComplete="off"
            placeholder={integration.api_key_hint ? `Stays …${integration.api_key_hint}` : 'None is set'}
            value={apiKey}
            disabled={disabled}
            fault={faultAt(save.error, '/api_key')}
            onChange={({ target }) => setApiKey(target.value)}
          />
          <TextField
            label="New secret of the webhook"
            type="password"
            autoComplete="off"
            placeholder="Stays"
            hint="The previous one works for another day."
            value={secret}
            disabled={disabled}
            fault={faultAt(save.error, '/webhook_secret')}
            onChange={({ target }) => setSecret(target.value)}
          />
        </div>
      </div>
      <section className={cx(kit.card, kit.stack)} aria-label="Agents">
        <h2>Agents</h2>
        <MappingFields
          clientId={integration.client_id}
          mappings={mappings}
          error={save.error}
          disabled={disabled}
          onChange={setMappings}
        />
      </section>
      {isStale(save.error) ? (
        <p className={cx(kit.notice, kit.warn)} role="alert">
          Somebody else has changed this integration. Reload the page, then make your change again.
        </p>
      ) : (
        save.error && <Problem error={save.error} />
      )}
      {!readOnly && (
        <div className={kit.row}>
          <Button look="primary" type="submit" busy={save.isPending}>
            Save
          </Button>
        </div>
      )}
    </form>
  );
};

/** Stops an integration, lets it go on, or removes it. */
const Stop = ({ integration, etag }: EditProps) => {
  const { api } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [removing, setRemoving] = useState(false);
  const isDisabled = integration.status === 'disabled';
  const params = { integration_id: integration.id };
  const change = useMutation({
    mutationFn: () =>
      api.integrations.replace({
        params,
        body: { ...integration, status: isDisabled ? 'active' : 'disabled' },
        ifMatch: etag,
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['integration', integration.id] }),
  });
  const remove = useMutation({
    mutationFn: () => api.integrations.remove({ params, ifMatch: etag }),
    onSuccess: async () => {
      await navigate({ to: '/integrations', search: ({ org }) => ({ org }) });
      await queries.invalidateQueries({ queryKey: ['integrations'] });
    },
  });
  return (
    <>
      <Button small busy={change.isPending} onClick={() => change.mutate()}>
        {isDisabled ? 'Enable' : 'Disable'}
      </Button>
      <Button small onClick={() => setRemoving(true)}>
        Disconnect …
      </Button>
      {change.error && <Problem error={change.error} />}
      <Confirm
        open={removing}
        onClose={() => setRemoving(false)}
        title={`Disconnect ${integration.name}?`}
        action="Disconnect"
        danger
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
      >
        <p>
          The integration is removed with its secrets, and webhooks of the provider are refused. Conversations
          stay, and so do the agents at the provider.
        </p>
      </Confirm>
    </>
  );
};

export const IntegrationPage = () => {
  const { api, may } = useSession();
  const { integrationId } = route.useParams();
  const { tab = 'account' } = route.useSearch();
  const found = useQuery({
    queryKey: ['integration', integrationId],
    queryFn: ({ signal }) =>
      api.integrations.get.withResponse({ params: { integration_id: integrationId }, signal }),
    // What is being edited does not change under the hand.
    refetchOnWindowFocus: false,
  });
  const integration = found.data?.reply;
  const etag = found.data?.response.headers.get('etag') ?? '';
  return (
    <>
      <Link to="/integrations" search={({ org }) => ({ org })} className={kit.small}>
        ← All integrations
      </Link>
      <PageHead title={integration?.name ?? 'Integration'}>
        {integration && (
          <>
            <StatusBadge status={integration.status} />
            <span className={cx(kit.small, kit.muted)}>
              {providers[integration.provider].name} · <OrganizationName id={integration.client_id} />
            </span>
            {may('integrations:write') && <Stop integration={integration} etag={etag} />}
          </>
        )}
      </PageHead>
      {found.error && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Loading />}
      {integration && (
        <>
          {integration.status_detail && (
            <p className={cx(kit.notice, kit.warn)}>{integration.status_detail}</p>
          )}
          <Tabs
            tabs={[
              { value: 'account', label: 'Account and agents' },
              { value: 'events', label: 'Events' },
              { value: 'imports', label: 'Imports' },
            ]}
          />
          {tab === 'account' && <Edit key={integration.version} integration={integration} etag={etag} />}
          {tab === 'events' && <Events integrationId={integrationId} />}
          {tab === 'imports' && <Imports integrationId={integrationId} />}
        </>
      )}
    </>
  );
};
