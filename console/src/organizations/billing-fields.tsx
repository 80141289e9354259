import type { ComponentProps } from 'react';
import { cx } from '../kit/cx.ts';
import { TextArea, TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { words } from '../words/index.ts';

type Bound = Pick<ComponentProps<typeof TextField>, 'value' | 'disabled'> & {
  readonly fault: string | undefined;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
};

interface BillingFieldsProps {
  /** Binds a field by its pointer; with true, only organizations above change it. */
  readonly bind: (pointer: string, fromAbove?: boolean) => Bound;
  /** The organization’s name, which statements use without another one. */
  readonly name: string;
}

const Tax = ({
  bind,
  at,
  fromAbove,
}: Pick<BillingFieldsProps, 'bind'> & { readonly at: string; readonly fromAbove?: boolean }) => {
  const { billing } = words.organizations.settings;
  return (
    <div className={kit.columns}>
      <TextField
        label={billing.taxName}
        hint={billing.taxNameHint}
        maxLength={50}
        {...bind(`${at}/name`, fromAbove)}
      />
      <TextField
        label={billing.taxRate}
        hint={billing.taxRateHint}
        inputMode="decimal"
        {...bind(`${at}/rate`, fromAbove)}
      />
      <TextField
        label={billing.taxNote}
        hint={billing.taxNoteHint}
        maxLength={300}
        {...bind(`${at}/note`, fromAbove)}
      />
    </div>
  );
};

/** The organization as statements name it, the tax on its own, and the terms of those that it issues. */
export const BillingFields = ({ bind, name }: BillingFieldsProps) => {
  const { billing } = words.organizations.settings;
  return (
    <>
      <fieldset className={cx(kit.card, kit.stack)}>
        <legend>
          <h2>{billing.party}</h2>
        </legend>
        <p className={cx(kit.small, kit.muted)}>{billing.partyHint}</p>
        <div className={kit.columns}>
          <TextField
            label={billing.legalName}
            placeholder={name}
            maxLength={200}
            {...bind('/billing_info/party/name')}
          />
          <TextField label={billing.taxId} maxLength={50} {...bind('/billing_info/party/tax_id')} />
          <TextField label={billing.email} type="email" {...bind('/billing_info/email')} />
        </div>
        <TextArea label={billing.address} maxLength={500} {...bind('/billing_info/party/address')} />
      </fieldset>
      <fieldset className={cx(kit.card, kit.stack)}>
        <legend>
          <h2>{billing.ownTax}</h2>
        </legend>
        <p className={cx(kit.small, kit.muted)}>{billing.ownTaxHint}</p>
        <Tax bind={bind} at="/billing_info/tax" fromAbove />
      </fieldset>
      <fieldset className={cx(kit.card, kit.stack)}>
        <legend>
          <h2>{billing.issuing}</h2>
        </legend>
        <p className={cx(kit.small, kit.muted)}>{billing.issuingHint}</p>
        <Tax bind={bind} at="/billing_info/issuing/tax" />
        <div className={kit.columns}>
          <TextField
            label={billing.paymentDays}
            type="number"
            min={0}
            max={365}
            hint={billing.paymentDaysHint}
            {...bind('/billing_info/issuing/payment_days')}
          />
          <TextField
            label={billing.questions}
            type="email"
            hint={billing.questionsHint}
            {...bind('/billing_info/issuing/email')}
          />
          <TextField
            label={billing.numberPrefix}
            hint={billing.numberPrefixHint}
            maxLength={20}
            {...bind('/billing_info/issuing/number_prefix')}
          />
        </div>
        <TextArea
          label={billing.paymentDetails}
          hint={billing.paymentDetailsHint}
          maxLength={500}
          {...bind('/billing_info/issuing/payment_details')}
        />
      </fieldset>
    </>
  );
};
