import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Connection } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { SelectField, TextField } from '../kit/field.tsx';
import { Form } from '../kit/form.tsx';
import kit from '../kit/kit.module.css';
import { Steps } from '../kit/steps.tsx';
import { useForm } from '../kit/use-form.ts';
import { OwnerField, useOwner } from '../shell/owner-field.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { connectionWords } from '../words/connections.ts';
import { words } from '../words/index.ts';
import { Addresses } from './addresses.tsx';
import type { ProviderName } from './providers.ts';
import { providerOf, providerOptions } from './providers.ts';
import { TryConnection } from './try-connection.tsx';

/** Step one: the application that was registered at the provider. */
const ProviderStep = ({ onDone }: { readonly onDone: (connection: Connection) => void }) => {
  const { api } = useSession();
  const owner = useOwner();
  const form = useForm({
    initial: {
      provider: 'entra' as ProviderName,
      company: '',
      name: '',
      oidc_client_id: '',
      client_secret: '',
    },
    send: ({ provider, company, name, oidc_client_id, client_secret }) => {
      const { issuer, claims } = providerOf(provider);
      const typed = company.trim();
      return api.connections.create({
        body: {
          name,
          oidc_client_id,
          issuer: issuer(typed),
          required_claims: claims?.(typed) ?? {},
          client_secret: client_secret || null,
          ...(owner.owner && { client_id: owner.owner }),
        },
      });
    },
    refresh: [['connections']],
    onSent: onDone,
  });
  const { placeholder } = providerOf(form.values.provider);
  const text = connectionWords();
  return (
    <Form className={kit.card} form={form} action={text.connectAction} disabled={owner.owner === undefined}>
      <p>{text.register}</p>
      <OwnerField {...owner} platform={text.platform} />
      <SelectField label={text.provider} options={providerOptions()} {...form.bind('provider')} />
      <TextField
        label={text.companies[form.values.provider]}
        placeholder={placeholder}
        required
        maxLength={400}
        {...form.bind('company', '/issuer')}
      />
      <TextField
        label={text.name}
        hint={text.nameHint}
        placeholder="Harbor Dental"
        required
        maxLength={200}
        {...form.bind('name')}
      />
      <TextField label={text.clientId} required maxLength={300} {...form.bind('oidc_client_id')} />
      <TextField
        label={text.clientSecret}
        type="password"
        autoComplete="off"
        hint={text.clientSecretHint}
        {...form.bind('client_secret')}
      />
    </Form>
  );
};

const AddressesStep = ({
  connection,
  onDone,
}: {
  readonly connection: Connection;
  readonly onDone: () => void;
}) => (
  <section className={cx(kit.card, kit.stack)}>
    <p>{connectionWords().setAddresses}</p>
    <Addresses connection={connection} />
    <div>
      <Button look="primary" onClick={onDone}>
        {connectionWords().areSet}
      </Button>
    </div>
  </section>
);

const TestStep = ({ connection }: { readonly connection: Connection }) => {
  const navigate = useNavigate();
  return (
    <section className={cx(kit.card, kit.stack)}>
      <p>{connectionWords().testText}</p>
      <TryConnection connectionId={connection.id} />
      <div>
        <Button
          look="primary"
          onClick={() =>
            void navigate({ to: '/connections/$connectionId', params: { connectionId: connection.id } })
          }
        >
          {connectionWords().finish}
        </Button>
      </div>
    </section>
  );
};

/** Connects the OpenID provider of a company, in three steps. */
export const NewConnectionPage = () => {
  const [connection, setConnection] = useState<Connection>();
  const [isSet, setIsSet] = useState(false);
  const current = connection ? (isSet ? 2 : 1) : 0;
  return (
    <>
      <PageHead
        title={connectionWords().connect}
        back={<Link to="/connections">{words.shell.pages.connections}</Link>}
      />
      <div className={kit.guided}>
        <Steps names={Object.values(connectionWords().steps)} current={current} />
        {current === 0 && <ProviderStep onDone={setConnection} />}
        {current === 1 && connection && (
          <AddressesStep connection={connection} onDone={() => setIsSet(true)} />
        )}
        {current === 2 && connection && <TestStep connection={connection} />}
      </div>
    </>
  );
};
