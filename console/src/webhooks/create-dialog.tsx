import { useSession } from '../api/session.ts';
import { FormDialog } from '../kit/form-dialog.tsx';
import { useForm } from '../kit/use-form.ts';
import { useOwner } from '../shell/owner-field.tsx';
import { webhookWords } from '../words/webhooks.ts';
import type { WebhookValues } from './draft.ts';
import { bodyOf, isEmpty, noWebhook } from './draft.ts';
import { WebhookFields } from './webhook-fields.tsx';

export const CreateWebhookDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { api } = useSession();
  const owner = useOwner();
  const webhooks = webhookWords();
  const form = useForm({
    initial: noWebhook,
    send: (values: WebhookValues) =>
      api.webhooks.create({
        body: { ...bodyOf(values), ...(owner.owner && { client_id: owner.owner }) },
      }),
    refresh: [['webhooks']],
  });
  return (
    <FormDialog
      form={form}
      title={webhooks.create}
      action={webhooks.createAction}
      owner={{ ...owner, platform: webhooks.platform }}
      disabled={isEmpty(form.values)}
      done={
        form.reply && {
          title: webhooks.created,
          secret: { label: webhooks.secretLabel, value: form.reply.secret },
        }
      }
      onClose={onClose}
    >
      <WebhookFields form={form} posts={undefined} />
    </FormDialog>
  );
};
