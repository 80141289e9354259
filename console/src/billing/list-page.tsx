import { Link } from '@tanstack/react-router';
import type { Statement } from 'voice-agent-platform-client';
import { formatMoney } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { DialogButton } from '../kit/dialog-button.tsx';
import { List } from '../kit/list.tsx';
import { Empty } from '../kit/notices.tsx';
import type { Column } from '../kit/table.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { useOrg } from '../shell/use-org.ts';
import { periodOf } from './period.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { StatementBadge } from './statement-badge.tsx';
import { SubscriptionCard } from './subscription.tsx';

const Statements = ({ clientId }: { readonly clientId: string }) => {
  const { api } = useSession();
  const list = useList(['statements', clientId], (page, signal) =>
    api.statements.list({
      params: { client_id: clientId },
      query: { ...page, limit: String(page.limit) },
      signal,
    }),
  );
  // Only organizations above see what the conversations cost.
  const withMargin = list.items.some(({ margin }) => margin !== undefined);
  const ofMargin: readonly Column<Pick<Statement, 'costs' | 'margin'>>[] = [
    {
      title: 'Costs',
      kind: 'number',
      cell: ({ costs }) => costs?.map(formatMoney).join(', ') || '–',
    },
    { title: 'Margin', kind: 'number', cell: ({ margin }) => (margin ? formatMoney(margin) : '–') },
  ];
  return (
    <List
      list={list}
      empty={{
        title: 'There are no statements',
        text: 'An organization that is subscribed to a plan gets a statement for each month.',
      }}
      label="Statements"
      columns={[
        {
          title: 'Period',
          kind: 'heading',
          cell: (item) => (
            <Link to="/billing/$clientId/$statementId" params={{ clientId, statementId: item.id }}>
              {periodOf(item)}
            </Link>
          ),
        },
        { title: 'Status', cell: ({ status }) => <StatementBadge status={status} /> },
        { title: 'Total', kind: 'number', cell: ({ total }) => formatMoney(total) },
        ...(withMargin ? ofMargin : []),
        { title: 'Reference', cell: ({ external_reference }) => external_reference ?? '–' },
      ]}
    />
  );
};

/** The subscription and the statements of an organization. */
export const BillingPage = () => {
  const { me, may } = useSession();
  const org = useOrg();
  const clientId = org ?? me.client?.id;
  return (
    <>
      <PageHead title="Billing">
        {may('billing:write') && (
          <DialogButton dialog={(onClose) => <PlanDialog onClose={onClose} />}>New plan …</DialogButton>
        )}
      </PageHead>
      {clientId ? (
        <>
          <SubscriptionCard key={clientId} clientId={clientId} />
          <Statements clientId={clientId} />
        </>
      ) : (
        <Empty title="Choose an organization">
          <p>Statements belong to one organization. Choose it above the navigation.</p>
        </Empty>
      )}
    </>
  );
};
