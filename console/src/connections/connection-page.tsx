import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Connection } from 'voice-agent-platform-client';
import { OrganizationName } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { whileEdited } from '../api/while-edited.ts';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { cx } from '../kit/cx.ts';
import { DetailPage } from '../kit/detail-page.tsx';
import { CheckField, SelectField, TextField } from '../kit/field.tsx';
import { Form } from '../kit/form.tsx';
import kit from '../kit/kit.module.css';
import { useForm } from '../kit/use-form.ts';
import { useUnsaved } from '../kit/use-unsaved.ts';
import { RoleField } from '../people/role-field.tsx';
import { connectionWords } from '../words/connections.ts';
import { words } from '../words/index.ts';
import { Addresses } from './addresses.tsx';
import { Domains } from './domains.tsx';
import { draftOf, patchOf } from './draft.ts';
import { TryConnection } from './try-connection.tsx';

const route = getRouteApi('/connections/$connectionId');

interface EditProps {
  readonly connection: Connection;
  readonly etag: string;
}

/**
 * The rules of joining, and the duration of sessions. A domain is another change of the same connection, so
 * the form keeps what is typed meanwhile, and sends only that.
 */
const Edit = ({ connection, etag, onSaved }: EditProps & { readonly onSaved: () => void }) => {
  const { api, may } = useSession();
  const readOnly = !may('connections:write');
  const text = connectionWords();
  const [before] = useState(() => draftOf(connection));
  const form = useForm({
    initial: before,
    send: (draft) =>
      api.connections.update({
        params: { connection_id: connection.id },
        body: patchOf(before, draft),
        ifMatch: etag,
      }),
    refresh: [['connection', connection.id], ['connections']],
    onSent: onSaved,
  });
  useUnsaved(form.isChanged);
  return (
    <Form
      className={kit.card}
      label={text.settings}
      form={form}
      action={readOnly ? undefined : words.kit.save}
      stale={text.stale}
    >
      <fieldset className={kit.stack} disabled={readOnly || form.busy}>
        <div className={kit.columns}>
          <TextField label={text.name} required maxLength={200} {...form.bind('name')} />
          <TextField label={text.clientId} required maxLength={300} {...form.bind('oidc_client_id')} />
          <TextField
            label={text.newSecret}
            type="password"
            autoComplete="off"
            placeholder={
              connection.client_secret_hint ? text.secretStays(connection.client_secret_hint) : text.noSecret
            }
            {...form.bind('client_secret')}
          />
          <SelectField
            label={text.join}
            options={[
              { value: 'invited', label: text.joins.invited },
              { value: 'domain', label: text.joins.domain },
            ]}
            {...form.bind('join')}
          />
          <RoleField label={text.maxRole} except="owner" {...form.bind('max_role')} />
          <TextField
            label={text.hours}
            type="number"
            min={1}
            max={168}
            required
            {...form.bind('session_hours')}
          />
          <TextField
            label={text.recheck}
            hint={text.recheckHint}
            type="number"
            min={5}
            max={1440}
            {...form.bind('recheck_minutes')}
          />
        </div>
        <CheckField label={text.enforced} hint={text.enforcedHint} {...form.check('enforced')} />
      </fieldset>
    </Form>
  );
};

const Remove = ({ connection, etag }: EditProps) => {
  const { api } = useSession();
  const navigate = useNavigate();
  return (
    <ConfirmButton
      small
      ask={{
        title: connectionWords().removeTitle(connection.name),
        text: connectionWords().removeText,
        action: words.kit.remove,
        danger: true,
        send: () => api.connections.remove({ params: { connection_id: connection.id }, ifMatch: etag }),
        refresh: [['connections']],
        onSent: () => navigate({ to: '/connections' }),
      }}
    >
      {words.kit.remove}
    </ConfirmButton>
  );
};

export const ConnectionPage = () => {
  const { api, may } = useSession();
  const { connectionId } = route.useParams();
  // Each saved change begins another form.
  const [saved, setSaved] = useState(0);
  const found = useQuery({
    queryKey: ['connection', connectionId],
    queryFn: ({ signal }) =>
      api.connections.get.withResponse({ params: { connection_id: connectionId }, signal }),
    // A connection that is being edited does not change meanwhile.
    ...whileEdited,
  });
  const etag = found.data?.response.headers.get('etag') ?? '';
  return (
    <DetailPage
      back={<Link to="/connections">{words.shell.pages.connections}</Link>}
      title={found.data?.reply.name ?? connectionWords().one}
      query={found}
      actions={({ reply: connection }) => (
        <>
          <span className={cx(kit.small, kit.muted)}>
            <OrganizationName id={connection.client_id} />
          </span>
          {may('connections:write') && <Remove connection={connection} etag={etag} />}
        </>
      )}
    >
      {({ reply: connection }) => (
        <div className={kit.stack}>
          <section className={cx(kit.card, kit.stack)} aria-label={connectionWords().provider}>
            <h2>{connectionWords().provider}</h2>
            <code className={kit.mono}>{connection.issuer}</code>
            <Addresses connection={connection} />
            {may('connections:write') && <TryConnection connectionId={connection.id} />}
          </section>
          <Edit key={saved} connection={connection} etag={etag} onSaved={() => setSaved(saved + 1)} />
          <Domains connection={connection} etag={etag} />
        </div>
      )}
    </DetailPage>
  );
};
