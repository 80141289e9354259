import { faultAt } from '../api/faults.ts';
import { cx } from '../kit/cx.ts';
import { CheckField, SelectField, TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import type { useForm } from '../kit/use-form.ts';
import { webhookWords } from '../words/webhooks.ts';
import type { WebhookValues } from './draft.ts';
import { byName } from './draft.ts';
import { eventTypes } from './event-types.ts';

interface WebhookFieldsProps<R> {
  readonly form: ReturnType<typeof useForm<WebhookValues, R>>;
  /** Whether it posts, and has to go on doing so. */
  readonly posts: boolean | undefined;
}

/** The fields of a webhook, for a new one and for one that exists. */
export const WebhookFields = <R,>({ form, posts }: WebhookFieldsProps<R>) => {
  const { form: text } = webhookWords();
  const offered = form.values.all ? [byName] : eventTypes;
  return (
    <>
      {posts !== false && (
        <TextField
          label={text.address}
          type="url"
          placeholder="https://example.com/hooks"
          required={posts === true}
          {...(posts === undefined && { hint: text.addressHint })}
          {...form.bind('url')}
        />
      )}
      <TextField label={text.description} maxLength={500} {...form.bind('description')} />
      <CheckField label={text.allEvents} hint={text.allHint} {...form.check('all')} />
      <fieldset className={cx(kit.stack, kit.tight)}>
        <legend className={kit.label}>{text.events}</legend>
        <div className={kit.columns}>
          {offered.map((type) => (
            <CheckField key={type} label={type} {...form.toggle('events', type)} />
          ))}
        </div>
        {faultAt(form.error, '/events') && (
          <span className={kit.fault}>{faultAt(form.error, '/events')}</span>
        )}
      </fieldset>
      <SelectField
        label={text.payload}
        options={[
          { value: 'full', label: text.payloads.full },
          { value: 'thin', label: text.payloads.thin },
        ]}
        {...form.bind('payload')}
      />
      <TextField
        label={text.perSecond}
        hint={text.perSecondHint}
        type="number"
        min={1}
        max={1000}
        {...form.bind('per_second')}
      />
    </>
  );
};
