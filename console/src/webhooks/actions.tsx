import { useNavigate } from '@tanstack/react-router';
import type { EventType, Webhook } from 'voice-agent-platform-client';
import { dayMs } from '../api/days.ts';
import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { zoneHere } from '../api/zone.ts';
import { Confirm } from '../kit/confirm-button.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';
import { SelectField, TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { MoreMenu } from '../kit/more-menu.tsx';
import { Problem } from '../kit/notices.tsx';
import { overlaps } from '../kit/secret.tsx';
import { toast } from '../kit/toasts.tsx';
import { useForm } from '../kit/use-form.ts';
import { webhookWords } from '../words/webhooks.ts';
import { isInTrouble } from './badges.tsx';
import { EditWebhookDialog } from './edit-dialog.tsx';
import { eventTypes } from './event-types.ts';

interface DialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** The queries that show a webhook. */
const shownIn = ({ id }: Webhook) => [['webhook', id], ['webhooks'], ['messages', id]];

const localTime = (date: Date): string => date.toLocaleString('sv').slice(0, 16).replace(' ', 'T');

/** Sends again what failed since a time. */
const RecoverDialog = ({ webhook, onClose }: DialogProps) => {
  const { api } = useSession();
  const { recover } = webhookWords();
  const form = useForm({
    initial: () => ({ since: localTime(new Date(Date.now() - dayMs)) }),
    send: ({ since }) =>
      api.webhooks.recover({
        params: { webhook_id: webhook.id },
        body: { since: new Date(since).toISOString() },
      }),
    refresh: shownIn(webhook),
  });
  return (
    <FormDialog
      form={form}
      title={recover.title}
      action={recover.action}
      disabled={!form.values.since}
      done={
        form.reply && {
          title: recover.done,
          content: <p role="status">{recover.count(form.reply.messages)}</p>,
        }
      }
      onClose={onClose}
    >
      <TextField
        label={recover.since}
        type="datetime-local"
        required
        hint={recover.sinceHint(zoneHere)}
        {...form.bind('since')}
      />
    </FormDialog>
  );
};

const RotateDialog = ({ webhook, onClose }: DialogProps) => {
  const { api } = useSession();
  const { rotate } = webhookWords();
  const form = useForm({
    initial: { overlap_seconds: '86400' },
    send: ({ overlap_seconds }) =>
      api.webhooks.rotate({
        params: { webhook_id: webhook.id },
        body: { overlap_seconds: Number(overlap_seconds) },
      }),
  });
  return (
    <FormDialog
      form={form}
      title={rotate.title}
      action={rotate.action}
      done={
        form.reply && {
          title: rotate.done,
          secret: { label: rotate.label, value: form.reply.secret },
        }
      }
      onClose={onClose}
    >
      <p>{rotate.text}</p>
      <SelectField
        label={rotate.overlap}
        options={[{ value: '0', label: rotate.noTime }, ...overlaps()]}
        {...form.bind('overlap_seconds')}
      />
    </FormDialog>
  );
};

/** Sends a sample of an event that the webhook receives. */
const TestDialog = ({ webhook, onClose }: DialogProps) => {
  const { api } = useSession();
  const { test } = webhookWords();
  const { events } = webhook;
  const received = eventTypes.filter(
    (type) => events.includes(type) || (events.includes('*') && type !== 'audit.recorded'),
  );
  const form = useForm({
    initial: { event: 'ping' as EventType },
    send: ({ event }) => api.webhooks.test({ params: { webhook_id: webhook.id }, body: { event } }),
    refresh: shownIn(webhook),
    onSent: () => {
      toast(test.sent);
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={test.title} action={test.action} onClose={onClose}>
      <SelectField
        label={test.event}
        hint={test.hint}
        options={(['ping', ...received] as const).map((value) => ({ value, label: value }))}
        {...form.bind('event')}
      />
    </FormDialog>
  );
};

/** The actions on a webhook. */
export const WebhookActions = ({ webhook, etag }: { readonly webhook: Webhook; readonly etag: string }) => {
  const { api } = useSession();
  const navigate = useNavigate();
  const webhooks = webhookWords();
  const enabled = webhook.status === 'enabled';
  const params = { webhook_id: webhook.id };
  const change = useAction({
    send: () =>
      api.webhooks.update({
        params,
        body: { status: enabled ? 'disabled' : 'enabled' },
        ifMatch: etag,
      }),
    refresh: shownIn(webhook),
  });
  return (
    <>
      <DialogButton
        {...(!isInTrouble(webhook) && { look: 'primary' as const })}
        disabled={!enabled}
        dialog={(onClose) => <TestDialog webhook={webhook} onClose={onClose} />}
      >
        {webhooks.test.button}
      </DialogButton>
      <DialogButton
        dialog={(onClose) => <EditWebhookDialog webhook={webhook} etag={etag} onClose={onClose} />}
      >
        {webhooks.form.edit}
      </DialogButton>
      <MoreMenu
        actions={[
          {
            label: webhooks.recover.button,
            disabled: !enabled,
            dialog: (onClose) => <RecoverDialog webhook={webhook} onClose={onClose} />,
          },
          {
            label: webhooks.rotate.button,
            dialog: (onClose) => <RotateDialog webhook={webhook} onClose={onClose} />,
          },
          {
            label: enabled ? webhooks.disable : webhooks.enable,
            disabled: change.isPending,
            onClick: () => change.mutate(),
          },
          {
            label: webhooks.remove.button,
            danger: true,
            dialog: (onClose) => (
              <Confirm
                title={webhooks.remove.title}
                text={webhooks.remove.text}
                action={webhooks.remove.action}
                danger
                send={() => api.webhooks.remove({ params, ifMatch: etag })}
                refresh={[['webhooks']]}
                onSent={() => navigate({ to: '/webhooks' })}
                onClose={onClose}
              />
            ),
          },
        ]}
      />
      {change.error && <Problem error={change.error} />}
    </>
  );
};
