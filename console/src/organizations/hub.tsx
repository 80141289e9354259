import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDuration, formatMonthAndYear, formatTime, languageName } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import type { List, Page, PageRequest } from '../api/use-list.ts';
import { useList } from '../api/use-list.ts';
import { monthOf } from '../billing/period.ts';
import { StatementState } from '../billing/statement-state.tsx';
import { SubscriptionCard } from '../billing/subscription.tsx';
import { inCents } from '../billing/sums.ts';
import { StatusBadge } from '../integrations/badges.tsx';
import { cx } from '../kit/cx.ts';
import { DialogButton } from '../kit/dialog-button.tsx';
import kit from '../kit/kit.module.css';
import { Waiting } from '../kit/notices.tsx';
import { InviteDialog } from '../people/invite-dialog.tsx';
import { WebhookState } from '../webhooks/badges.tsx';
import { CreateWebhookDialog } from '../webhooks/create-dialog.tsx';
import { words } from '../words/index.ts';
import styles from './organizations.module.css';

interface SectionProps<T> {
  readonly title: string;
  readonly list: List<T>;
  readonly empty: string;
  /** Leads to the page with all of them. */
  readonly all: ReactNode;
  readonly create?: ReactNode;
  readonly row: (item: T) => ReactNode;
}

/** The first few of a list, and the way to all of them. */
const Section = <T extends { readonly id: string }>({
  title,
  list: { items, query },
  empty,
  all,
  create,
  row,
}: SectionProps<T>) => (
  <section className={cx(kit.card, kit.stack, kit.tight)} aria-label={title}>
    <div className={cx(kit.row, kit.spread)}>
      <h2>{title}</h2>
      <div className={kit.row}>
        {items.length > 0 && all}
        {create}
      </div>
    </div>
    <Waiting query={query} />
    {query.isSuccess && items.length === 0 && <p className={kit.muted}>{empty}</p>}
    {items.length > 0 && (
      <ul className={styles.rows}>
        {items.map((item) => (
          <li key={item.id}>{row(item)}</li>
        ))}
      </ul>
    )}
  </section>
);

interface OfOrganization {
  readonly id: string;
}

const few = { limit: 5 };

/** The first few entries of a list of an organization. */
const useFew = <T,>(
  name: string,
  client_id: string,
  read: (query: PageRequest & { client_id: string }, signal: AbortSignal) => Promise<Page<T>>,
) => useList([name, client_id, 'latest'], (page, signal) => read({ ...page, client_id }, signal), few);

const Calls = ({ id }: OfOrganization) => {
  const { api } = useSession();
  const list = useFew('conversations', id, (query, signal) => api.conversations.list({ query, signal }));
  const { organizations: text } = words;
  return (
    <Section
      title={text.calls}
      list={list}
      empty={text.noCalls}
      all={<Link to="/conversations">{text.allCalls}</Link>}
      row={({ id: conversationId, caller, start_time, duration_ms }) => (
        <>
          <Link to="/conversations/$conversationId" params={{ conversationId }} className={kit.clip}>
            {caller?.name ?? caller?.number ?? caller?.id ?? text.unknownCaller}
          </Link>
          <span className={cx(kit.small, kit.muted)}>
            {formatTime(start_time)}
            {duration_ms !== null && ` · ${formatDuration(duration_ms)}`}
          </span>
        </>
      )}
    />
  );
};

const Agents = ({ id }: OfOrganization) => {
  const { api } = useSession();
  const list = useFew('agents', id, (query, signal) => api.agents.list({ query, signal }));
  const { organizations: text } = words;
  return (
    <Section
      title={text.agents}
      list={list}
      empty={text.noAgents}
      all={<Link to="/agents">{text.allAgents}</Link>}
      create={list.query.isSuccess && list.items.length === 0 && <Link to="/agents">{text.newAgent}</Link>}
      row={({ id: agentId, name, language }) => (
        <>
          <Link to="/agents/$agentId" params={{ agentId }} className={kit.clip}>
            {name}
          </Link>
          <span className={cx(kit.small, kit.muted)}>{language && languageName(language)}</span>
        </>
      )}
    />
  );
};

const Billing = ({ id }: OfOrganization) => {
  const { api, me, may } = useSession();
  const list = useList(
    ['statements', id, 'latest'],
    (page, signal) =>
      api.statements.list({
        params: { client_id: id },
        query: { ...page, limit: String(page.limit) },
        signal,
      }),
    few,
  );
  const isAbove = me.client?.id !== id;
  const { organizations: text } = words;
  return (
    <>
      {list.items.length > 0 && <SubscriptionCard clientId={id} />}
      <Section
        title={text.billing}
        list={list}
        empty={text.noStatements}
        all={
          <Link to="/billing" search={(previous) => ({ org: previous.org, tab: 'statements' })}>
            {text.allStatements}
          </Link>
        }
        create={
          list.query.isSuccess &&
          list.items.length === 0 &&
          isAbove &&
          may('billing:write') && (
            <Link to="/billing" search={(previous) => ({ org: previous.org, tab: 'subscription' })}>
              {text.subscribe}
            </Link>
          )
        }
        row={(statement) => (
          <>
            <Link
              to="/billing/$clientId/$statementId"
              params={{ clientId: id, statementId: statement.id }}
              className={kit.clip}
            >
              {formatMonthAndYear(monthOf(statement))}
            </Link>
            <span className={kit.row}>
              {inCents(statement.amount_due)}
              <StatementState statement={statement} />
            </span>
          </>
        )}
      />
    </>
  );
};

const People = ({ id }: OfOrganization) => {
  const { api, may } = useSession();
  const list = useFew('members', id, (query, signal) => api.members.list({ query, signal }));
  const { organizations: text } = words;
  return (
    <Section
      title={text.people}
      list={list}
      empty={text.noPeople}
      all={<Link to="/members">{text.allPeople}</Link>}
      create={
        may('members:write') && (
          <DialogButton small dialog={(onClose) => <InviteDialog clientId={id} onClose={onClose} />}>
            {text.invite}
          </DialogButton>
        )
      }
      row={({ person, role }) => (
        <>
          <span className={kit.clip}>{person.name ?? person.email ?? person.id}</span>
          <span className={cx(kit.small, kit.muted)}>{role}</span>
        </>
      )}
    />
  );
};

const Webhooks = ({ id }: OfOrganization) => {
  const { api, may } = useSession();
  const list = useFew('webhooks', id, (query, signal) => api.webhooks.list({ query, signal }));
  const { organizations: text } = words;
  return (
    <Section
      title={text.webhooks}
      list={list}
      empty={text.noWebhooks}
      all={<Link to="/webhooks">{text.allWebhooks}</Link>}
      create={
        may('webhooks:write') && (
          <DialogButton small dialog={(onClose) => <CreateWebhookDialog onClose={onClose} />}>
            {text.newWebhook}
          </DialogButton>
        )
      }
      row={(webhook) => (
        <>
          <Link to="/webhooks/$webhookId" params={{ webhookId: webhook.id }} className={kit.clip}>
            {webhook.description || webhook.url || webhook.id}
          </Link>
          <WebhookState webhook={webhook} />
        </>
      )}
    />
  );
};

const Integrations = ({ id }: OfOrganization) => {
  const { api, may } = useSession();
  const list = useFew('integrations', id, (query, signal) => api.integrations.list({ query, signal }));
  const { organizations: text } = words;
  return (
    <Section
      title={text.integrations}
      list={list}
      empty={text.noIntegrations}
      all={<Link to="/integrations">{text.allIntegrations}</Link>}
      create={may('integrations:write') && <Link to="/integrations/connect">{text.connect}</Link>}
      row={({ id: integrationId, name, status }) => (
        <>
          <Link to="/integrations/$integrationId" params={{ integrationId }} className={kit.clip}>
            {name}
          </Link>
          <StatusBadge status={status} />
        </>
      )}
    />
  );
};

/** Links to the resources of an organization that the key may see. */
export const Hub = ({ id }: OfOrganization) => {
  const { may } = useSession();
  return (
    <>
      {may('conversations:read') && <Calls id={id} />}
      {may('agents:read') && <Agents id={id} />}
      {may('billing:read') && <Billing id={id} />}
      {may('webhooks:read') && <Webhooks id={id} />}
      {may('integrations:read') && <Integrations id={id} />}
      {may('members:read') && <People id={id} />}
    </>
  );
};
