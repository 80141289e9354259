import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AgentMapping, Integration } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { CopyButton } from '../kit/copy-button.tsx';
import { CheckField, SelectField, TextField } from '../kit/field.tsx';
import { Form } from '../kit/form.tsx';
import kit from '../kit/kit.module.css';
import { useForm } from '../kit/use-form.ts';
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
  const owner = useOwner();
  const form = useForm({
    initial: { provider: 'elevenlabs' as ProviderName, name: '', api_key: '' },
    send: ({ provider, name, api_key }) =>
      api.integrations.create({
        body: {
          provider,
          name: name || providers[provider].name,
          api_key: api_key || null,
          ...(owner.owner && { client_id: owner.owner }),
        },
      }),
    refresh: [['integrations']],
    onSent: onDone,
  });
  return (
    <Form className={kit.card} form={form} action="Connect" disabled={!owner.owner}>
      <OwnerField {...owner} />
      <SelectField label="Provider" options={providerOptions} {...form.bind('provider')} />
      <TextField
        label="Name"
        placeholder={providers[form.values.provider].name}
        maxLength={200}
        {...form.bind('name')}
      />
      <TextField
        label="API key of the provider"
        type="password"
        autoComplete="off"
        hint="It is tried at once and stored encrypted. Recordings, imports and deployments need it."
        {...form.bind('api_key')}
      />
    </Form>
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
  const form = useForm({
    initial: { webhook_secret: '' },
    send: async ({ webhook_secret }) =>
      webhook_secret
        ? api.integrations.replace({
            params: { integration_id: integration.id },
            body: { ...integration, webhook_secret },
          })
        : integration,
    onSent: onDone,
  });
  const { webhook, secret: hint } = providers[integration.provider];
  return (
    <Form className={kit.card} form={form} action="The URL is set">
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
        {...form.bind('webhook_secret')}
      />
    </Form>
  );
};

/** Step three: which agents the provider's agents are, by hand or all at once. */
const Agents = ({ integration }: { readonly integration: Integration }) => {
  const { api } = useSession();
  const navigate = useNavigate();
  const canImport = integration.api_key_hint !== null;
  const params = { integration_id: integration.id };
  const form = useForm({
    initial: { agents: [] as readonly AgentMapping[], importing: canImport },
    send: async ({ agents, importing }) => {
      if (agents.length > 0) await api.integrations.replace({ params, body: { ...integration, agents } });
      if (importing) await api.imports.create({ params, body: { resource: 'agents' } });
      return importing;
    },
    refresh: [['integrations']],
    onSent: (importing) =>
      navigate({
        to: '/integrations/$integrationId',
        params: { integrationId: integration.id },
        search: { tab: importing ? 'imports' : undefined },
      }),
  });
  return (
    <Form className={kit.card} form={form} action="Finish">
      <p>
        Calls become conversations of the agents that the provider’s agents are mapped to. Calls of other
        agents wait as parked events.
      </p>
      {canImport && (
        <CheckField
          label="Import the provider’s agents"
          hint="Each becomes an agent here, and is mapped."
          {...form.check('importing')}
        />
      )}
      <MappingFields
        clientId={integration.client_id}
        mappings={form.values.agents}
        error={form.error}
        onChange={(agents) => form.change({ agents })}
      />
    </Form>
  );
};

/** Connects an account at a voice provider, in three steps. */
export const ConnectPage = () => {
  const [integration, setIntegration] = useState<Integration>();
  const [isSet, setIsSet] = useState(false);
  const current = integration ? (isSet ? 2 : 1) : 0;
  return (
    <>
      <Link to="/integrations" className={kit.small}>
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
