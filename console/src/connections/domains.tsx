import type { Connection, ConnectionDomain } from 'voice-agent-platform-client';
import { formatTime } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { cx } from '../kit/cx.ts';
import { TextField } from '../kit/field.tsx';
import { Form } from '../kit/form.tsx';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';
import { useForm } from '../kit/use-form.ts';
import { connectionWords } from '../words/connections.ts';
import { words } from '../words/index.ts';

interface DomainsProps {
  readonly connection: Connection;
  readonly etag: string;
}

const Domain = ({
  connection,
  domain: { name, txt, verified_at },
  etag,
}: DomainsProps & { readonly domain: ConnectionDomain }) => {
  const { api, may } = useSession();
  const params = { connection_id: connection.id };
  const refresh = [['connection', connection.id]];
  const verify = useAction({
    send: () => api.connections.verifyDomain({ params, body: { domain: name } }),
    refresh,
  });
  const remove = useAction({
    send: () => {
      const others = connection.domains.filter((domain) => domain.name !== name);
      return api.connections.update({
        params,
        body: { domains: others.map((domain) => ({ name: domain.name })) },
        ifMatch: etag,
      });
    },
    refresh,
  });
  const error = verify.error ?? remove.error;
  return (
    <li className={cx(kit.stack, kit.tight)}>
      <div className={kit.row}>
        <strong>{name}</strong>
        {verified_at ? (
          <Badge tone="good">{connectionWords().verified}</Badge>
        ) : (
          <Badge tone="warn">{connectionWords().notVerified}</Badge>
        )}
        {verified_at && <span className={cx(kit.small, kit.muted)}>{formatTime(verified_at)}</span>}
        <span className={kit.grow} />
        {may('connections:write') && !verified_at && (
          <Button
            small
            aria-label={connectionWords().verifyOf(name)}
            busy={verify.isPending}
            onClick={() => verify.mutate()}
          >
            {connectionWords().verify}
          </Button>
        )}
        {may('connections:write') && (
          <Button
            small
            aria-label={connectionWords().removeOf(name)}
            busy={remove.isPending}
            onClick={() => remove.mutate()}
          >
            {words.kit.remove}
          </Button>
        )}
      </div>
      {!verified_at && (
        <div className={kit.row}>
          <span className={kit.small}>{connectionWords().txt}</span>
          <code className={kit.mono}>{txt}</code>
          <CopyButton text={txt} aria-label={connectionWords().copyTxt(name)}>
            {connectionWords().copy}
          </CopyButton>
        </div>
      )}
      {error && <Problem error={error} />}
    </li>
  );
};

const AddDomain = ({ connection, etag }: DomainsProps) => {
  const { api } = useSession();
  const form = useForm({
    initial: { name: '' },
    send: ({ name }) =>
      api.connections.update({
        params: { connection_id: connection.id },
        body: {
          domains: [...connection.domains.map((domain) => ({ name: domain.name })), { name: name.trim() }],
        },
        ifMatch: etag,
      }),
    refresh: [['connection', connection.id]],
  });
  return (
    <Form form={form} action={connectionWords().add} label={connectionWords().addDomain}>
      <TextField
        label={connectionWords().domain}
        placeholder="example.com"
        required
        maxLength={253}
        {...form.bind('name', `/domains/${connection.domains.length}/name`)}
      />
    </Form>
  );
};

/** The domains of e-mail addresses that lead to a connection, each proved by a DNS record. */
export const Domains = ({ connection, etag }: DomainsProps) => {
  const { may } = useSession();
  return (
    <section className={cx(kit.card, kit.stack)} aria-label={connectionWords().domains}>
      <h2>{connectionWords().domains}</h2>
      <p className={kit.muted}>{connectionWords().domainsText}</p>
      {connection.domains.length > 0 && (
        <ul className={kit.stack}>
          {connection.domains.map((domain) => (
            <Domain key={domain.name} connection={connection} domain={domain} etag={etag} />
          ))}
        </ul>
      )}
      {may('connections:write') && (
        <AddDomain key={connection.domains.length} connection={connection} etag={etag} />
      )}
    </section>
  );
};
