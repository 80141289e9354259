import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import type { LimitAction } from 'voice-agent-platform-client';
import { faultAt } from '../api/faults.ts';
import { useSession } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { Dialog } from '../kit/dialog.tsx';
import { SelectField, TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';
import { OwnerField, useOwner } from '../shell/owner-field.tsx';

const empty = {
  name: '',
  currency: 'EUR',
  base_fee: '0',
  included_minutes: '0',
  minute_rate: '',
  rounding_seconds: '60',
  at_limit: 'charge' as LimitAction,
};

const limitActions: readonly { readonly value: LimitAction; readonly label: string }[] = [
  { value: 'charge', label: 'Further minutes are charged' },
  { value: 'warn', label: 'They are charged, and events say so' },
  { value: 'stop', label: 'New conversations are refused' },
];

/** Creates a plan, by default of the key’s own organization. It can be used for all organizations below its owner. */
export const PlanDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { api, me } = useSession();
  const queries = useQueryClient();
  const [owner, setOwner] = useOwner(me.client?.id);
  const [typed, setTyped] = useState(empty);
  const create = useMutation({
    mutationFn: () =>
      api.plans.create({
        body: {
          ...typed,
          ...(owner && { client_id: owner }),
          included_minutes: Number(typed.included_minutes),
          rounding_seconds: Number(typed.rounding_seconds),
        },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['plans'] });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  const bind = (name: keyof typeof empty) => ({
    value: typed[name],
    fault: faultAt(create.error, `/${name}`),
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  });
  return (
    <Dialog open onClose={onClose} title="New plan">
      <form className={kit.stack} onSubmit={submit}>
        <OwnerField owner={owner} platform="The platform: for every organization" onChange={setOwner} />
        <TextField label="Name" required maxLength={200} hint="As statements show it" {...bind('name')} />
        <div className={kit.columns}>
          <TextField label="Currency" required maxLength={3} hint="Such as EUR" {...bind('currency')} />
          <TextField label="Fee for a month" required inputMode="decimal" {...bind('base_fee')} />
          <TextField label="Minutes included" required type="number" min={0} {...bind('included_minutes')} />
          <TextField
            label="Price of a further minute"
            required
            inputMode="decimal"
            {...bind('minute_rate')}
          />
          <SelectField
            label="Each call is rounded up to"
            options={['1', '6', '30', '60'].map((value) => ({ value, label: `${value} s` }))}
            {...bind('rounding_seconds')}
          />
          <SelectField label="Once the minutes are used up" options={limitActions} {...bind('at_limit')} />
        </div>
        {create.error && <Problem error={create.error} />}
        <div className={cx(kit.row, kit.end)}>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" disabled={owner === undefined} busy={create.isPending}>
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
