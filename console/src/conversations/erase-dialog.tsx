import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useSession } from '../api/session.ts';
import { CheckField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { useForm } from '../kit/use-form.ts';

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
      await navigate({ to: '/conversations' });
      queries.removeQueries({ queryKey: ['conversation', conversationId] });
    },
  });
  return (
    <FormDialog
      form={form}
      title="Erase this conversation?"
      action="Erase"
      danger
      disabled={!form.values.certain}
      onClose={onClose}
    >
      <p>
        The conversation, its transcript, its recording and its search entries are deleted for good. Nobody
        can read or find it from now on. Figures in usage and statements stay. A provider that held the call
        keeps its own copy.
      </p>
      <CheckField label="I understand that this cannot be undone" {...form.check('certain')} />
    </FormDialog>
  );
};
