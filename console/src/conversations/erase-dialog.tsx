import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useSession } from '../api/session.ts';
import { CheckField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { useForm } from '../kit/use-form.ts';
import { words } from '../words/index.ts';
import { forgetCalls } from './forget.ts';

interface EraseDialogProps {
  readonly conversationId: string;
  readonly onClose: () => void;
}

/** Erases a conversation, once somebody has confirmed that it cannot be taken back. */
export const EraseDialog = ({ conversationId, onClose }: EraseDialogProps) => {
  const { api } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({
    initial: { certain: false },
    send: () => api.conversations.erase({ params: { conversation_id: conversationId } }),
    refresh: [['conversations']],
    onSent: async () => {
      onClose();
      await navigate({ to: '/conversations', search: ({ call: _erased, ...rest }) => rest });
      forgetCalls(queries, [conversationId]);
    },
  });
  return (
    <FormDialog
      form={form}
      title={words.conversations.eraseOne}
      action={words.conversations.erase}
      danger
      disabled={!form.values.certain}
      onClose={onClose}
    >
      <p>{words.conversations.eraseText}</p>
      <CheckField label={words.conversations.certain} {...form.check('certain')} />
    </FormDialog>
  );
};
