import type { EventSelector } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { cx } from '../kit/cx.ts';
import { CheckField, SelectField, TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import kit from '../kit/kit.module.css';
import { Secret } from '../kit/secret.tsx';
import { useForm } from '../kit/use-form.ts';
import { useOwner } from '../shell/owner-field.tsx';
import { eventTypes } from './event-types.ts';

const empty = {
  url: '',
  description: '',
  all: true,
  events: [] as readonly EventSelector[],
  payload: 'full' as 'full' | 'thin',
};

export const CreateWebhookDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { api } = useSession();
  const owner = useOwner();
  const form = useForm({
    initial: empty,
    send: ({ url, description, all, events, payload }) =>
      api.webhooks.create({
        body: {
          url: url || null,
          description: description || null,
          events: all ? ['*'] : events,
          payload,
          ...(owner.owner && { client_id: owner.owner }),
        },
      }),
    refresh: [['webhooks']],
  });
  const { all, events } = form.values;
  return (
    <FormDialog
      form={form}
      title="New webhook"
      action="Create"
      owner={{ ...owner, platform: 'The platform: events of every organization' }}
      disabled={!all && events.length === 0}
      done={
        form.reply && {
          title: 'The webhook was created',
          content: <Secret label="The secret that messages are signed with" value={form.reply.secret} />,
        }
      }
      onClose={onClose}
    >
      <TextField
        label="Address"
        type="url"
        placeholder="https://example.com/hooks"
        hint="Messages are posted there. Without an address they wait until a program fetches them."
        {...form.bind('url')}
      />
      <TextField label="What it is for" maxLength={500} {...form.bind('description')} />
      <CheckField label="All events, also of future types" {...form.check('all')} />
      {!all && (
        <fieldset className={cx(kit.stack, kit.tight)}>
          <legend className={kit.label}>Events</legend>
          <div className={kit.columns}>
            {eventTypes.map((type) => (
              <CheckField key={type} label={type} {...form.toggle('events', type)} />
            ))}
          </div>
        </fieldset>
      )}
      <SelectField
        label="Messages hold"
        options={[
          { value: 'full', label: 'The entity as the API shows it' },
          { value: 'thin', label: 'Only its id' },
        ]}
        {...form.bind('payload')}
      />
    </FormDialog>
  );
};
