import { getRouteApi } from '@tanstack/react-router';
import { dayIn } from '../api/days.ts';
import { useSession } from '../api/session.ts';
import { zone, zoneName } from '../api/zone.ts';
import { DialogButton } from '../kit/dialog-button.tsx';
import kit from '../kit/kit.module.css';
import { Tabs } from '../kit/tabs.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { useOrg } from '../shell/use-org.ts';
import { words } from '../words/index.ts';
import { MonthStep } from './month-step.tsx';
import { Overview } from './overview.tsx';
import { isMonth, monthOf } from './period.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { Plans } from './plans.tsx';
import { MarkAllAsSent } from './settle.tsx';
import { Statements } from './statements.tsx';
import { SubscriptionCard } from './subscription.tsx';
import { useIssuing } from './use-issuing.ts';
import { useStatements } from './use-statements.ts';

const route = getRouteApi('/billing');

/** Usage, bills and earnings of a month, the plans, and all statements. */
export const BillingPage = () => {
  const { me, may } = useSession();
  const org = useOrg();
  const search = route.useSearch();
  const { tab = 'overview' } = search;
  const month = isMonth(search.month) ? search.month : dayIn(zone).slice(0, 7);
  const clientId = org ?? me.client?.id;
  const unsent = useStatements(org, { status: 'final', sent: 'false' }).data ?? [];
  const isIssued = useIssuing();
  const toSend = unsent.filter(
    (statement) => isIssued(statement) && (tab === 'statements' || monthOf(statement) === month),
  );
  const { billing } = words;
  return (
    <>
      <PageHead
        title={billing.title}
        context={
          tab === 'overview' && (
            <>
              <MonthStep month={month} />
              <span className={kit.muted}>{zoneName()}</span>
            </>
          )
        }
      >
        {tab === 'plans' && may('billing:write') && (
          <DialogButton look="primary" dialog={(onClose) => <PlanDialog onClose={onClose} />}>
            {billing.plan.create}
          </DialogButton>
        )}
        {(tab === 'overview' || tab === 'statements') && may('billing:write') && toSend.length > 0 && (
          <MarkAllAsSent statements={toSend} />
        )}
      </PageHead>
      <Tabs
        tabs={[
          { value: 'overview', label: billing.tabs.overview },
          { value: 'statements', label: billing.tabs.statements },
          { value: 'plans', label: billing.tabs.plans },
          ...(clientId ? [{ value: 'subscription', label: billing.tabs.subscription }] : []),
        ]}
      />
      {tab === 'overview' && <Overview org={org} month={month} />}
      {tab === 'statements' && <Statements org={org} />}
      {tab === 'plans' && <Plans />}
      {tab === 'subscription' && clientId && <SubscriptionCard key={clientId} clientId={clientId} />}
    </>
  );
};
