import type { EventType, Webhook } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { FormDialog } from '../kit/form-dialog.tsx';
import { useEditForm } from '../kit/use-form.ts';
import { webhookWords } from '../words/webhooks.ts';
import type { WebhookValues } from './draft.ts';
import { bodyOf, isEmpty } from './draft.ts';
import { WebhookFields } from './webhook-fields.tsx';

const valuesOf = ({ url, description, events, payload, per_second }: Webhook): WebhookValues => ({
  url: url ?? '',
  description: description ?? '',
  all: events.includes('*'),
  events: events.filter((name): name is EventType => name !== '*'),
  payload,
  per_second: per_second === null ? '' : String(per_second),
});

interface EditWebhookDialogProps {
  readonly webhook: Webhook;
  readonly etag: string;
  readonly onClose: () => void;
}

export const EditWebhookDialog = ({ webhook, etag, onClose }: EditWebhookDialogProps) => {
  const { api } = useSession();
  const { form: text } = webhookWords();
  const form = useEditForm({
    shown: webhook,
    etag,
    draftOf: valuesOf,
    send: (values, { ifMatch }) =>
      api.webhooks.update({ params: { webhook_id: webhook.id }, body: bodyOf(values), ifMatch }),
    refresh: [['webhook', webhook.id], ['webhooks']],
    onClose,
  });
  return (
    <FormDialog
      form={form}
      title={text.editTitle}
      action={text.save}
      stale={text.stale}
      disabled={isEmpty(form.values)}
      onClose={onClose}
    >
      <WebhookFields form={form} posts={webhook.url !== null} />
    </FormDialog>
  );
};
