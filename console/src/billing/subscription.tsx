import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import type { Subscription } from 'voice-agent-platform-client';
import { ApiProblem } from 'voice-agent-platform-client';
import { faultAt } from '../api/faults.ts';
import { formatDate, formatMoney, formatNumber } from '../api/format.ts';
import { useOrganization } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { Confirm } from '../kit/confirm.tsx';
import { cx } from '../kit/cx.ts';
import { Dialog } from '../kit/dialog.tsx';
import { SelectField, TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { Loading, Problem } from '../kit/notices.tsx';

interface OfClient {
  readonly clientId: string;
}

/** What a change of the subscription shows elsewhere. */
const useRefresh = (clientId: string) => {
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries({ queryKey: ['subscription', clientId] });
    await queries.invalidateQueries({ queryKey: ['statements', clientId] });
  };
};

const today = (): string => new Date().toLocaleDateString('sv');

const SubscribeDialog = ({ clientId, onClose }: OfClient & { readonly onClose: () => void }) => {
  const { api } = useSession();
  const refresh = useRefresh(clientId);
  const name = useOrganization(clientId)?.name ?? 'the organization';
  const { items: plans, query } = useList(['plans'], (page, signal) =>
    api.plans.list({ query: page, signal }),
  );
  const [chosen, setChosen] = useState<string>();
  const [start, setStart] = useState(today);
  const plan = chosen ?? plans[0]?.id ?? '';
  const subscribe = useMutation({
    mutationFn: () =>
      api.subscriptions.replace({
        params: { client_id: clientId },
        body: { plan_id: plan, start_date: start },
      }),
    onSuccess: async () => {
      await refresh();
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    subscribe.mutate();
  };
  return (
    <Dialog open onClose={onClose} title={`Subscribe ${name} to a plan`}>
      <form className={kit.stack} onSubmit={submit}>
        {query.isSuccess && plans.length === 0 && (
          <p className={cx(kit.notice, kit.warn)}>Create a plan first.</p>
        )}
        <SelectField
          label="Plan"
          value={plan}
          options={plans.map(({ id, name, currency }) => ({ value: id, label: `${name}, ${currency}` }))}
          fault={faultAt(subscribe.error, '/plan_id')}
          onChange={({ target }) => setChosen(target.value)}
        />
        <TextField
          label="First day"
          type="date"
          required
          value={start}
          hint="A running subscription ends with the day before."
          fault={faultAt(subscribe.error, '/start_date')}
          onChange={({ target }) => setStart(target.value)}
        />
        <p className={cx(kit.small, kit.muted)}>
          The plan’s terms are copied: a later change of the plan does not change this subscription.
        </p>
        {(subscribe.error ?? query.error) && <Problem error={subscribe.error ?? query.error} />}
        <div className={cx(kit.row, kit.end)}>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" disabled={!plan} busy={subscribe.isPending}>
            Subscribe
          </Button>
        </div>
      </form>
    </Dialog>
  );
};

const PackDialog = ({
  clientId,
  currency,
  onClose,
}: OfClient & { readonly currency: string; readonly onClose: () => void }) => {
  const { api } = useSession();
  const refresh = useRefresh(clientId);
  const name = useOrganization(clientId)?.name ?? 'the organization';
  const [minutes, setMinutes] = useState('');
  const [price, setPrice] = useState('');
  const add = useMutation({
    mutationFn: () =>
      api.subscriptions.addPack({
        params: { client_id: clientId },
        body: { minutes: Number(minutes), price },
      }),
    onSuccess: async () => {
      await refresh();
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <Dialog open onClose={onClose} title={`Add a pack of minutes for ${name}`}>
      <form className={kit.stack} onSubmit={submit}>
        <TextField
          label="Minutes"
          type="number"
          min={1}
          required
          value={minutes}
          hint="They do not expire, and are used after the minutes that the plan includes."
          fault={faultAt(add.error, '/minutes')}
          onChange={({ target }) => setMinutes(target.value)}
        />
        <TextField
          label={`Price in ${currency}`}
          required
          inputMode="decimal"
          value={price}
          fault={faultAt(add.error, '/price')}
          onChange={({ target }) => setPrice(target.value)}
        />
        {add.error && <Problem error={add.error} />}
        <div className={cx(kit.row, kit.end)}>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" busy={add.isPending}>
            Add
          </Button>
        </div>
      </form>
    </Dialog>
  );
};

const EndDialog = ({ clientId, onClose }: OfClient & { readonly onClose: () => void }) => {
  const { api } = useSession();
  const refresh = useRefresh(clientId);
  const end = useMutation({
    mutationFn: () => api.subscriptions.remove({ params: { client_id: clientId } }),
    onSuccess: async () => {
      await refresh();
      onClose();
    },
  });
  return (
    <Confirm
      open
      onClose={onClose}
      title="End the subscription?"
      action="End"
      danger
      busy={end.isPending}
      error={end.error}
      onConfirm={() => end.mutate()}
    >
      <p>
        It ends with the current day, which the last statement includes. A subscription that would follow is
        removed. Statements stay.
      </p>
    </Confirm>
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
  const [asking, setAsking] = useState<'subscribe' | 'pack' | 'end'>();
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
  const close = () => setAsking(undefined);
  return (
    <section className={cx(kit.card, kit.stack)} aria-label="Subscription">
      <div className={cx(kit.row, kit.spread)}>
        <h2>{subscription?.name ?? 'Subscription'}</h2>
        {mayChange && found.isSuccess && (
          <div className={kit.row}>
            <Button small onClick={() => setAsking('subscribe')}>
              {subscription ? 'Change the plan …' : 'Subscribe …'}
            </Button>
            {subscription && (
              <>
                <Button small onClick={() => setAsking('pack')}>
                  Add a pack …
                </Button>
                <Button small onClick={() => setAsking('end')}>
                  End …
                </Button>
              </>
            )}
          </div>
        )}
      </div>
      {found.error && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Loading />}
      {subscription === null && <p className={kit.muted}>This organization is not billed.</p>}
      {subscription && <Terms subscription={subscription} />}
      {asking === 'subscribe' && <SubscribeDialog clientId={clientId} onClose={close} />}
      {asking === 'pack' && subscription && (
        <PackDialog clientId={clientId} currency={subscription.currency} onClose={close} />
      )}
      {asking === 'end' && <EndDialog clientId={clientId} onClose={close} />}
    </section>
  );
};
