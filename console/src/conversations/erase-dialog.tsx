import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { Dialog } from '../kit/dialog.tsx';
import { CheckField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';

/** Erases a conversation, once somebody has confirmed that it cannot be taken back. */
export const EraseDialog = ({
  conversationId,
  open,
  onClose,
}: {
  readonly conversationId: string;
  readonly open: boolean;
  readonly onClose: () => void;
}) => {
  const { api } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [certain, setCertain] = useState(false);
  const erase = useMutation({
    mutationFn: () => api.conversations.erase({ params: { conversation_id: conversationId } }),
    onSuccess: async () => {
      onClose();
      await navigate({ to: '/conversations', search: ({ org }) => ({ org }) });
      queries.removeQueries({ queryKey: ['conversation', conversationId] });
      await queries.invalidateQueries({ queryKey: ['conversations'] });
    },
  });
  return (
    <Dialog open={open} onClose={onClose} title="Erase this conversation?">
      <p>
        The conversation, its transcript, its recording and its search entries are deleted for good. Nobody
        can read or find it from now on. Figures in usage and statements stay. A provider that held the call
        keeps its own copy.
      </p>
      <CheckField
        label="I understand that this cannot be undone"
        checked={certain}
        onChange={({ target }) => setCertain(target.checked)}
      />
      {erase.error && <Problem error={erase.error} />}
      <div className={cx(kit.row, kit.end)}>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" disabled={!certain} busy={erase.isPending} onClick={() => erase.mutate()}>
          Erase
        </Button>
      </div>
    </Dialog>
  );
};
