import { useQuery } from '@tanstack/react-query';
import type { Subscription } from 'voice-agent-platform-client';
import { ApiProblem } from 'voice-agent-platform-client';
import { formatDate, formatMoney, formatNumber } from '../api/format.ts';
import { useOrganization } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { Badge } from '../kit/badge.tsx';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { cx } from '../kit/cx.ts';
import { DialogButton } from '../kit/dialog-button.tsx';
import { SelectField, TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import kit from '../kit/kit.module.css';
import { Loading, Problem } from '../kit/notices.tsx';
import { useForm } from '../kit/use-form.ts';

interface OfClient {
  readonly clientId: string;
}

interface DialogProps extends OfClient {
  readonly onClose: () => void;
}

/** The queries that show the subscription. */
const shownIn = (clientId: string) => [
  ['subscription', clientId],
  ['statements', clientId],
];

const today = (): string => new Date().toLocaleDateString('sv');

const SubscribeDialog = ({ clientId, onClose }: DialogProps) => {
  const { api } = useSession();
  const name = useOrganization(clientId)?.name ?? 'the organization';
  const { items: plans, query } = useList(['plans'], (page, signal) =>
    api.plans.list({ query: page, signal }),
  );
  const planOf = (chosen: string) => chosen || plans[0]?.id || '';
  const form = useForm({
    initial: () => ({ plan_id: '', start_date: today() }),
    send: ({ plan_id, start_date }) =>
      api.subscriptions.replace({
        params: { client_id: clientId },
        body: { plan_id: planOf(plan_id), start_date },
      }),
    refresh: shownIn(clientId),
    onSent: onClose,
  });
  const plan = planOf(form.values.plan_id);
  return (
    <FormDialog
      form={form}
      title={`Subscribe ${name} to a plan`}
      action="Subscribe"
      disabled={!plan}
      problem={query.error}
      onClose={onClose}
    >
      {query.isSuccess && plans.length === 0 && (
        <p className={cx(kit.notice, kit.warn)}>Create a plan first.</p>
      )}
      <SelectField
        label="Plan"
        options={plans.map(({ id, name, currency }) => ({ value: id, label: `${name}, ${currency}` }))}
        {...form.bind('plan_id')}
        value={plan}
      />
      <TextField
        label="First day"
        type="date"
        required
        hint="A running subscription ends with the day before."
        {...form.bind('start_date')}
      />
      <p className={cx(kit.small, kit.muted)}>
        The plan’s terms are copied: a later change of the plan does not change this subscription.
      </p>
    </FormDialog>
  );
};

const PackDialog = ({ clientId, currency, onClose }: DialogProps & { readonly currency: string }) => {
  const { api } = useSession();
  const name = useOrganization(clientId)?.name ?? 'the organization';
  const form = useForm({
    initial: { minutes: '', price: '' },
    send: ({ minutes, price }) =>
      api.subscriptions.addPack({
        params: { client_id: clientId },
        body: { minutes: Number(minutes), price },
      }),
    refresh: shownIn(clientId),
    onSent: onClose,
  });
  return (
    <FormDialog form={form} title={`Add a pack of minutes for ${name}`} action="Add" onClose={onClose}>
      <TextField
        label="Minutes"
        type="number"
        min={1}
        required
        hint="They do not expire, and are used after the minutes that the plan includes."
        {...form.bind('minutes')}
      />
      <TextField label={`Price in ${currency}`} required inputMode="decimal" {...form.bind('price')} />
    </FormDialog>
  );
};

const Terms = ({ subscription: shown }: { readonly subscription: Subscription }) => {
  const { currency, current_period: period } = shown;
  return (
    <>
      <dl className={kit.facts}>
        <dt>Fee for a month</dt>
        <dd>{formatMoney({ amount: shown.base_fee, currency })}</dd>
        <dt>Further minutes</dt>
        <dd>{formatMoney({ amount: shown.minute_rate, currency })} each</dd>
        <dt>Runs</dt>
        <dd>
          from {formatDate(shown.start_date)}
          {shown.end_date && ` to ${formatDate(shown.end_date)}, excluded`}
        </dd>
        {shown.next && (
          <>
            <dt>Followed by</dt>
            <dd>another subscription from {formatDate(shown.next.start_date)}</dd>
          </>
        )}
      </dl>
      {period && (
        <div className={cx(kit.stack, kit.tight)}>
          <label className={kit.small} htmlFor="minutes-used">
            {formatNumber(Number(period.minutes_used))} of {formatNumber(Number(period.minutes_included))}{' '}
            minutes used{period.pack_minutes_left !== '0' && `, ${period.pack_minutes_left} left in packs`}
          </label>
          <meter
            id="minutes-used"
            className={kit.meter}
            max={Math.max(1, Number(period.minutes_included))}
            value={Number(period.minutes_used)}
          />
          {period.limit_reached && <Badge tone="warn">Included minutes and packs are used up</Badge>}
        </div>
      )}
    </>
  );
};

/** By which terms an organization is billed, and how much of the period is used. */
export const SubscriptionCard = ({ clientId }: OfClient) => {
  const { api, me, may } = useSession();
  const found = useQuery({
    queryKey: ['subscription', clientId],
    queryFn: async ({ signal }) => {
      try {
        return await api.subscriptions.get({ params: { client_id: clientId }, signal });
      } catch (error) {
        if (error instanceof ApiProblem && error.code === 'subscription_not_found') return null;
        throw error;
      }
    },
  });
  const { data: subscription } = found;
  // Only a key of an organization above decides on what this one pays.
  const mayChange = may('billing:write') && me.client?.id !== clientId;
  return (
    <section className={cx(kit.card, kit.stack)} aria-label="Subscription">
      <div className={cx(kit.row, kit.spread)}>
        <h2>{subscription?.name ?? 'Subscription'}</h2>
        {mayChange && found.isSuccess && (
          <div className={kit.row}>
            <DialogButton
              small
              dialog={(onClose) => <SubscribeDialog clientId={clientId} onClose={onClose} />}
            >
              {subscription ? 'Change the plan …' : 'Subscribe …'}
            </DialogButton>
            {subscription && (
              <>
                <DialogButton
                  small
                  dialog={(onClose) => (
                    <PackDialog clientId={clientId} currency={subscription.currency} onClose={onClose} />
                  )}
                >
                  Add a pack …
                </DialogButton>
                <ConfirmButton
                  small
                  ask={{
                    title: 'End the subscription?',
                    text: 'It ends with the current day, which the last statement includes. A subscription that would follow is removed. Statements stay.',
                    action: 'End',
                    danger: true,
                    send: () => api.subscriptions.remove({ params: { client_id: clientId } }),
                    refresh: shownIn(clientId),
                  }}
                >
                  End …
                </ConfirmButton>
              </>
            )}
          </div>
        )}
      </div>
      {found.error && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Loading />}
      {subscription === null && <p className={kit.muted}>This organization is not billed.</p>}
      {subscription && <Terms subscription={subscription} />}
    </section>
  );
};
