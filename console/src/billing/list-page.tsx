import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatMoney } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { Button } from '../kit/button.tsx';
import kit from '../kit/kit.module.css';
import { LoadMore } from '../kit/load-more.tsx';
import { Empty, Loading, Problem } from '../kit/notices.tsx';
import { scrolled } from '../kit/scrolled.ts';
import { PageHead } from '../shell/page-head.tsx';
import { useOrg } from '../shell/use-org.ts';
import { periodOf } from './period.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { StatementBadge } from './statement-badge.tsx';
import { SubscriptionCard } from './subscription.tsx';

const Statements = ({ clientId }: { readonly clientId: string }) => {
  const { api } = useSession();
  const { items, query } = useList(['statements', clientId], (page, signal) =>
    api.statements.list({
      params: { client_id: clientId },
      query: { ...page, limit: String(page.limit) },
      signal,
    }),
  );
  // Only organizations above see what the conversations cost.
  const withMargin = items.some(({ margin }) => margin !== undefined);
  return (
    <>
      {query.error && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading />}
      {query.isSuccess && items.length === 0 && (
        <Empty title="There are no statements">
          <p>An organization that is subscribed to a plan gets a statement for each month.</p>
        </Empty>
      )}
      {items.length > 0 && (
        <section className={kit.frame} aria-label="Statements" {...scrolled}>
          <table className={kit.table}>
            <thead>
              <tr>
                <th scope="col">Period</th>
                <th scope="col">Status</th>
                <th scope="col" className={kit.number}>
                  Total
                </th>
                {withMargin && (
                  <>
                    <th scope="col" className={kit.number}>
                      Costs
                    </th>
                    <th scope="col" className={kit.number}>
                      Margin
                    </th>
                  </>
                )}
                <th scope="col">Reference</th>
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <tr key={item.id}>
                  <th scope="row">
                    <Link
                      to="/billing/$clientId/$statementId"
                      params={{ clientId, statementId: item.id }}
                      search={({ org }) => ({ org })}
                    >
                      {periodOf(item)}
                    </Link>
                  </th>
                  <td>
                    <StatementBadge status={item.status} />
                  </td>
                  <td className={kit.number}>{formatMoney(item.total)}</td>
                  {withMargin && (
                    <>
                      <td className={kit.number}>{item.costs?.map(formatMoney).join(', ') || '–'}</td>
                      <td className={kit.number}>{item.margin ? formatMoney(item.margin) : '–'}</td>
                    </>
                  )}
                  <td>{item.external_reference ?? '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <LoadMore query={query} />
    </>
  );
};

/** What an organization owes: its subscription and its statements. */
export const BillingPage = () => {
  const { me, may } = useSession();
  const org = useOrg();
  const clientId = org ?? me.client?.id;
  const [creating, setCreating] = useState(false);
  return (
    <>
      <PageHead title="Billing">
        {may('billing:write') && <Button onClick={() => setCreating(true)}>New plan …</Button>}
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
      {creating && <PlanDialog onClose={() => setCreating(false)} />}
    </>
  );
};
