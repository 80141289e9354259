import { useQuery } from '@tanstack/react-query';
import type { Subscription } from 'voice-agent-platform-client';
import { ApiProblem } from 'voice-agent-platform-client';
import { formatCalendarDay, formatMoney, formatNumber } from '../api/format.ts';
import { useOrganization } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { useAll } from '../api/use-list.ts';
import { Badge } from '../kit/badge.tsx';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { cx } from '../kit/cx.ts';
import { DialogButton } from '../kit/dialog-button.tsx';
import { SelectField, TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import kit from '../kit/kit.module.css';
import { Waiting } from '../kit/notices.tsx';
import { useForm } from '../kit/use-form.ts';
import { words } from '../words/index.ts';
import styles from './billing.module.css';
import { Meter } from './meter.tsx';
import { shownIn } from './settle.tsx';
import { useIssuing } from './use-issuing.ts';

interface OfClient {
  readonly clientId: string;
}

interface DialogProps extends OfClient {
  readonly onClose: () => void;
}

const today = (): string => new Date().toLocaleDateString('sv');

const SubscribeDialog = ({ clientId, onClose }: DialogProps) => {
  const text = words.billing.subscription;
  const { api } = useSession();
  const name = useOrganization(clientId)?.name ?? '';
  const { data: plans = [], ...query } = useAll(['plans', 'options'], (signal) =>
    api.plans.list.all({ query: { limit: 100 }, signal }),
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
      title={text.subscribeTitle(name)}
      action={text.subscribeAction}
      disabled={!plan}
      problem={query.error}
      onClose={onClose}
    >
      {query.isSuccess && plans.length === 0 && <p className={cx(kit.notice, kit.warn)}>{text.planFirst}</p>}
      <SelectField
        label={text.plan}
        options={plans.map(({ id, name, currency }) => ({ value: id, label: `${name}, ${currency}` }))}
        {...form.bind('plan_id')}
        value={plan}
      />
      <TextField
        label={text.firstDay}
        type="date"
        required
        hint={text.firstDayHint}
        {...form.bind('start_date')}
      />
      <p className={cx(kit.small, kit.muted)}>{text.copied}</p>
    </FormDialog>
  );
};

const PackDialog = ({ clientId, currency, onClose }: DialogProps & { readonly currency: string }) => {
  const text = words.billing.subscription;
  const { api } = useSession();
  const name = useOrganization(clientId)?.name ?? '';
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
    <FormDialog form={form} title={text.packTitle(name)} action={text.packAction} onClose={onClose}>
      <TextField
        label={text.packMinutes}
        type="number"
        min={1}
        required
        hint={text.packHint}
        {...form.bind('minutes')}
      />
      <TextField label={text.packPrice(currency)} required inputMode="decimal" {...form.bind('price')} />
    </FormDialog>
  );
};

const Terms = ({ subscription: shown }: { readonly subscription: Subscription }) => {
  const text = words.billing.subscription;
  const { currency, current_period: period } = shown;
  return (
    <>
      <dl className={kit.facts}>
        <dt>{words.billing.plan.baseFee}</dt>
        <dd>{formatMoney({ amount: shown.base_fee, currency })}</dd>
        <dt>{words.billing.plan.minuteRate}</dt>
        <dd>{formatMoney({ amount: shown.minute_rate, currency })}</dd>
        <dt>{text.runs}</dt>
        <dd>
          {text.from(formatCalendarDay(shown.start_date))}
          {shown.end_date && ` ${text.until(formatCalendarDay(shown.end_date))}`}
        </dd>
        {shown.next && (
          <>
            <dt>{text.next}</dt>
            <dd>{text.nextFrom(formatCalendarDay(shown.next.start_date))}</dd>
          </>
        )}
      </dl>
      {period && (
        <div className={cx(kit.stack, kit.tight)}>
          <Meter used={Number(period.minutes_used)} included={Number(period.minutes_included)} />
          {period.pack_minutes_left !== '0' && (
            <p className={kit.small}>{text.packsLeft(formatNumber(Number(period.pack_minutes_left)))}</p>
          )}
          {(period.messages_used > 0 || period.messages_included > 0) && (
            <p className={kit.small}>
              {text.messages(formatNumber(period.messages_used), formatNumber(period.messages_included))}
            </p>
          )}
          {period.limit_reached && period.minutes_used !== '0' && (
            <p className={styles.limit}>
              <Badge tone="warn">{text.limitReached}</Badge>
            </p>
          )}
        </div>
      )}
    </>
  );
};

/** By which terms an organization is billed, and how much of the period is used. */
export const SubscriptionCard = ({ clientId }: OfClient) => {
  const text = words.billing.subscription;
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
  const isIssued = useIssuing();
  // Only the issuer and organizations above it decide on what this one pays.
  const mayChange =
    may('billing:write') && (subscription ? isIssued(subscription) : me.client?.id !== clientId);
  return (
    <section className={cx(kit.card, kit.stack)} aria-label={text.title}>
      <div className={cx(kit.row, kit.spread)}>
        <h2>{subscription?.name ?? text.title}</h2>
        {mayChange && found.isSuccess && (
          <div className={kit.row}>
            <DialogButton
              small
              dialog={(onClose) => <SubscribeDialog clientId={clientId} onClose={onClose} />}
            >
              {subscription ? text.change : text.subscribe}
            </DialogButton>
            {subscription && (
              <>
                <DialogButton
                  small
                  dialog={(onClose) => (
                    <PackDialog clientId={clientId} currency={subscription.currency} onClose={onClose} />
                  )}
                >
                  {text.addPack}
                </DialogButton>
                <ConfirmButton
                  small
                  ask={{
                    title: text.endTitle,
                    text: text.endText,
                    action: text.endAction,
                    danger: true,
                    send: () => api.subscriptions.remove({ params: { client_id: clientId } }),
                    refresh: shownIn(clientId),
                  }}
                >
                  {text.end}
                </ConfirmButton>
              </>
            )}
          </div>
        )}
      </div>
      <Waiting query={found} />
      {subscription === null && <p className={kit.muted}>{text.none}</p>}
      {subscription && <Terms subscription={subscription} />}
    </section>
  );
};
