import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { useState } from 'react';
import type { AgentMapping, Integration } from 'voice-agent-platform-client';
import { faultAt } from '../api/faults.ts';
import { useSession } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { cx } from '../kit/cx.ts';
import { CheckField, SelectField, TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';
import { OwnerField, useOwner } from '../shell/owner-field.tsx';
import { PageHead } from '../shell/page-head.tsx';
import styles from './integrations.module.css';
import { MappingFields } from './mapping.tsx';
import type { ProviderName } from './providers.ts';
import { providerOptions, providers } from './providers.ts';

const steps = ['The account', 'The webhook', 'The agents'] as const;

/** Step one: the account, whose API key is tried at the provider before it is stored. */
const Account = ({ onDone }: { readonly onDone: (integration: Integration) => void }) => {
  const { api } = useSession();
  const [owner, setOwner] = useOwner();
  const queries = useQueryClient();
  const [provider, setProvider] = useState<ProviderName>('elevenlabs');
  const [name, setName] = useState('');
  const [apiKey, setApiKey] = useState('');
  const create = useMutation({
    mutationFn: () =>
      api.integrations.create({
        body: {
          provider,
          name: name || providers[provider].name,
          api_key: apiKey || null,
          ...(owner && { client_id: owner }),
        },
      }),
    onSuccess: async (integration) => {
      await queries.invalidateQueries({ queryKey: ['integrations'] });
      onDone(integration);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form className={cx(kit.card, kit.stack)} onSubmit={submit}>
      <OwnerField owner={owner} onChange={setOwner} />
      <SelectField
        label="Provider"
        value={provider}
        options={providerOptions}
        onChange={({ target }) => setProvider(target.value as ProviderName)}
      />
      <TextField
        label="Name"
        placeholder={providers[provider].name}
        maxLength={200}
        value={name}
        fault={faultAt(create.error, '/name')}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label="API key of the provider"
        type="password"
        autoComplete="off"
        hint="It is tried at once and stored encrypted. Recordings, imports and deployments need it."
        value={apiKey}
        fault={faultAt(create.error, '/api_key')}
        onChange={({ target }) => setApiKey(target.value)}
      />
      {create.error && <Problem error={create.error} />}
      <div className={kit.row}>
        <Button look="primary" type="submit" disabled={!owner} busy={create.isPending}>
          Connect
        </Button>
      </div>
    </form>
  );
};

/** Step two: where the provider posts what happens, and what it signs that with. */
const Webhook = ({
  integration,
  onDone,
}: {
  readonly integration: Integration;
  readonly onDone: (integration: Integration) => void;
}) => {
  const { api } = useSession();
  const [secret, setSecret] = useState('');
  const save = useMutation({
    mutationFn: async () =>
      secret
        ? api.integrations.replace({
            params: { integration_id: integration.id },
            body: { ...integration, webhook_secret: secret },
          })
        : integration,
    onSuccess: onDone,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const { webhook, secret: hint } = providers[integration.provider];
  return (
    <form className={cx(kit.card, kit.stack)} onSubmit={submit}>
      <p>{webhook}</p>
      <div className={kit.row}>
        <code className={kit.mono}>{integration.webhook_url}</code>
        <CopyButton text={integration.webhook_url}>Copy the URL</CopyButton>
      </div>
      <TextField
        label="Secret of the webhook"
        type="password"
        autoComplete="off"
        hint={`${hint} It can be set later as well.`}
        value={secret}
        fault={faultAt(save.error, '/webhook_secret')}
        onChange={({ target }) => setSecret(target.value)}
      />
      {save.error && <Problem error={save.error} />}
      <div className={kit.row}>
        <Button look="primary" type="submit" busy={save.isPending}>
          The URL is set
        </Button>
      </div>
    </form>
  );
};

/** Step three: which agents the provider's agents are, by hand or all at once. */
const Agents = ({ integration }: { readonly integration: Integration }) => {
  const { api } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [mappings, setMappings] = useState<readonly AgentMapping[]>([]);
  const canImport = integration.api_key_hint !== null;
  const [importing, setImporting] = useState(canImport);
  const params = { integration_id: integration.id };
  const finish = useMutation({
    mutationFn: async () => {
      if (mappings.length > 0) {
        await api.integrations.replace({ params, body: { ...integration, agents: mappings } });
      }
      if (importing) await api.imports.create({ params, body: { resource: 'agents' } });
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['integrations'] });
      await navigate({
        to: '/integrations/$integrationId',
        params: { integrationId: integration.id },
        search: ({ org }) => ({ org, tab: importing ? 'imports' : undefined }),
      });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    finish.mutate();
  };
  return (
    <form className={cx(kit.card, kit.stack)} onSubmit={submit}>
      <p>
        Calls become conversations of the agents that the provider’s agents are mapped to. Calls of other
        agents wait as parked events.
      </p>
      {canImport && (
        <CheckField
          label="Import the provider’s agents"
          hint="Each becomes an agent here, and is mapped."
          checked={importing}
          onChange={({ target }) => setImporting(target.checked)}
        />
      )}
      <MappingFields
        clientId={integration.client_id}
        mappings={mappings}
        error={finish.error}
        onChange={setMappings}
      />
      {finish.error && <Problem error={finish.error} />}
      <div className={kit.row}>
        <Button look="primary" type="submit" busy={finish.isPending}>
          Finish
        </Button>
      </div>
    </form>
  );
};

/** Connects an account at a voice provider, in three steps. */
export const ConnectPage = () => {
  const [integration, setIntegration] = useState<Integration>();
  const [isSet, setIsSet] = useState(false);
  const current = integration ? (isSet ? 2 : 1) : 0;
  return (
    <>
      <Link to="/integrations" search={({ org }) => ({ org })} className={kit.small}>
        ← All integrations
      </Link>
      <PageHead title="Connect a provider" />
      <ol className={styles.steps} aria-label="Steps">
        {steps.map((step, at) => (
          <li key={step} aria-current={at === current ? 'step' : undefined}>
            {at + 1}. {step}
          </li>
        ))}
      </ol>
      {current === 0 && <Account onDone={setIntegration} />}
      {current === 1 && integration && (
        <Webhook
          integration={integration}
          onDone={(saved) => {
            setIntegration(saved);
            setIsSet(true);
          }}
        />
      )}
      {current === 2 && integration && <Agents integration={integration} />}
    </>
  );
};
