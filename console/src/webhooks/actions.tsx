import { useNavigate } from '@tanstack/react-router';
import type { Webhook } from 'voice-agent-platform-client';
import { zoneHere } from '../api/days.ts';
import { formatNumber } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { Button } from '../kit/button.tsx';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';
import { SelectField, TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';
import { overlaps, Secret } from '../kit/secret.tsx';
import { useForm } from '../kit/use-form.ts';

interface DialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** The queries that show a webhook. */
const shownIn = ({ id }: Webhook) => [['webhook', id], ['webhooks'], ['messages', id]];

const dayMs = 86_400_000;
const localTime = (date: Date): string => date.toLocaleString('sv').slice(0, 16).replace(' ', 'T');

/** Sends again what failed since a time. */
const RecoverDialog = ({ webhook, onClose }: DialogProps) => {
  const { api } = useSession();
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
      title="Send failed messages again?"
      action="Send again"
      disabled={!form.values.since}
      done={
        form.reply && {
          title: 'Failed messages are sent again',
          content: <p role="status">{formatNumber(form.reply.messages)} messages failed in that time.</p>,
        }
      }
      onClose={onClose}
    >
      <TextField
        label="Failed since"
        type="datetime-local"
        required
        hint={`Messages are kept for 30 days. Times are in ${zoneHere}.`}
        {...form.bind('since')}
      />
    </FormDialog>
  );
};

const RotateDialog = ({ webhook, onClose }: DialogProps) => {
  const { api } = useSession();
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
      title="Rotate the secret?"
      action="Rotate"
      done={
        form.reply && {
          title: 'The new secret',
          content: <Secret label="Messages are signed with" value={form.reply.secret} />,
        }
      }
      onClose={onClose}
    >
      <p>The webhook gets a new secret, which is shown once.</p>
      <SelectField
        label="Messages are signed with the previous secret as well for"
        options={[{ value: '0', label: 'No time' }, ...overlaps]}
        {...form.bind('overlap_seconds')}
      />
    </FormDialog>
  );
};

/** The actions on a webhook. */
export const WebhookActions = ({ webhook, etag }: { readonly webhook: Webhook; readonly etag: string }) => {
  const { api } = useSession();
  const navigate = useNavigate();
  const enabled = webhook.status === 'enabled';
  const params = { webhook_id: webhook.id };
  const refresh = shownIn(webhook);
  const test = useAction({ send: () => api.webhooks.test({ params }), refresh });
  const change = useAction({
    send: () =>
      api.webhooks.replace({
        params,
        body: { ...webhook, status: enabled ? 'disabled' : 'enabled' },
        ifMatch: etag,
      }),
    refresh,
  });
  const problem = test.error ?? change.error;
  return (
    <>
      <div className={kit.row}>
        <Button look="primary" disabled={!enabled} busy={test.isPending} onClick={() => test.mutate()}>
          Send a test
        </Button>
        <DialogButton
          disabled={!enabled}
          dialog={(onClose) => <RecoverDialog webhook={webhook} onClose={onClose} />}
        >
          Recover …
        </DialogButton>
        <DialogButton dialog={(onClose) => <RotateDialog webhook={webhook} onClose={onClose} />}>
          Rotate the secret …
        </DialogButton>
        <Button busy={change.isPending} onClick={() => change.mutate()}>
          {enabled ? 'Disable' : 'Enable'}
        </Button>
        <ConfirmButton
          ask={{
            title: 'Delete this webhook?',
            text: 'Its messages are deleted with it. Nothing more is sent, not even what is pending.',
            action: 'Delete',
            danger: true,
            send: () => api.webhooks.remove({ params, ifMatch: etag }),
            refresh: [['webhooks']],
            onSent: () => navigate({ to: '/webhooks' }),
          }}
        >
          Delete …
        </ConfirmButton>
      </div>
      {problem && <Problem error={problem} />}
    </>
  );
};
