import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Webhook } from 'voice-agent-platform-client';
import { zoneHere } from '../api/days.ts';
import { formatNumber } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { Confirm } from '../kit/confirm.tsx';
import { cx } from '../kit/cx.ts';
import { Dialog } from '../kit/dialog.tsx';
import { SelectField, TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';
import { Secret } from '../kit/secret.tsx';

interface ActionProps {
  readonly webhook: Webhook;
  readonly etag: string;
}

interface DialogProps extends ActionProps {
  readonly onClose: () => void;
}

const useRefresh = ({ id }: Webhook) => {
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries({ queryKey: ['webhook', id] });
    await queries.invalidateQueries({ queryKey: ['webhooks'] });
    await queries.invalidateQueries({ queryKey: ['messages', id] });
  };
};

const dayMs = 86_400_000;
const localTime = (date: Date): string => date.toLocaleString('sv').slice(0, 16).replace(' ', 'T');

/** Sends again what failed since a time. */
const RecoverDialog = ({ webhook, onClose }: DialogProps) => {
  const { api } = useSession();
  const refresh = useRefresh(webhook);
  const [since, setSince] = useState(() => localTime(new Date(Date.now() - dayMs)));
  const recover = useMutation({
    mutationFn: () =>
      api.webhooks.recover({
        params: { webhook_id: webhook.id },
        body: { since: new Date(since).toISOString() },
      }),
    onSuccess: refresh,
  });
  if (recover.data) {
    return (
      <Dialog open onClose={onClose} title="Failed messages are sent again">
        <p role="status">{formatNumber(recover.data.messages)} messages failed in that time.</p>
        <div className={cx(kit.row, kit.end)}>
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Confirm
      open
      onClose={onClose}
      title="Send failed messages again?"
      action="Send again"
      disabled={!since}
      busy={recover.isPending}
      error={recover.error}
      onConfirm={() => recover.mutate()}
    >
      <TextField
        label="Failed since"
        type="datetime-local"
        required
        value={since}
        hint={`Messages are kept for 30 days. Times are in ${zoneHere}.`}
        onChange={({ target }) => setSince(target.value)}
      />
    </Confirm>
  );
};

const RotateDialog = ({ webhook, onClose }: DialogProps) => {
  const { api } = useSession();
  const [overlap, setOverlap] = useState('86400');
  const rotate = useMutation({
    mutationFn: () =>
      api.webhooks.rotate({
        params: { webhook_id: webhook.id },
        body: { overlap_seconds: Number(overlap) },
      }),
  });
  if (rotate.data) {
    return (
      <Dialog open onClose={onClose} title="The new secret">
        <Secret label="Messages are signed with" value={rotate.data.secret} />
        <div className={cx(kit.row, kit.end)}>
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Confirm
      open
      onClose={onClose}
      title="Rotate the secret?"
      action="Rotate"
      busy={rotate.isPending}
      error={rotate.error}
      onConfirm={() => rotate.mutate()}
    >
      <p>The webhook gets a new secret, which is shown once.</p>
      <SelectField
        label="Messages are signed with the previous secret as well for"
        value={overlap}
        options={[
          { value: '0', label: 'No time' },
          { value: '3600', label: 'One hour' },
          { value: '86400', label: 'One day' },
          { value: '604800', label: 'One week' },
        ]}
        onChange={({ target }) => setOverlap(target.value)}
      />
    </Confirm>
  );
};

const DeleteDialog = ({ webhook, etag, onClose }: DialogProps) => {
  const { api } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => api.webhooks.remove({ params: { webhook_id: webhook.id }, ifMatch: etag }),
    onSuccess: async () => {
      await navigate({ to: '/webhooks', search: ({ org }) => ({ org }) });
      await queries.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
  return (
    <Confirm
      open
      onClose={onClose}
      title="Delete this webhook?"
      action="Delete"
      danger
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    >
      <p>Its messages are deleted with it. Nothing more is sent, not even what is pending.</p>
    </Confirm>
  );
};

/** What can be done with a webhook. */
export const WebhookActions = ({ webhook, etag }: ActionProps) => {
  const { api } = useSession();
  const refresh = useRefresh(webhook);
  const [asking, setAsking] = useState<'recover' | 'rotate' | 'delete'>();
  const enabled = webhook.status === 'enabled';
  const test = useMutation({
    mutationFn: () => api.webhooks.test({ params: { webhook_id: webhook.id } }),
    onSuccess: refresh,
  });
  const change = useMutation({
    mutationFn: () =>
      api.webhooks.replace({
        params: { webhook_id: webhook.id },
        body: { ...webhook, status: enabled ? 'disabled' : 'enabled' },
        ifMatch: etag,
      }),
    onSuccess: refresh,
  });
  const dialog = { webhook, etag, onClose: () => setAsking(undefined) };
  const problem = test.error ?? change.error;
  return (
    <>
      <div className={kit.row}>
        <Button look="primary" disabled={!enabled} busy={test.isPending} onClick={() => test.mutate()}>
          Send a test
        </Button>
        <Button disabled={!enabled} onClick={() => setAsking('recover')}>
          Recover …
        </Button>
        <Button onClick={() => setAsking('rotate')}>Rotate the secret …</Button>
        <Button busy={change.isPending} onClick={() => change.mutate()}>
          {enabled ? 'Disable' : 'Enable'}
        </Button>
        <Button onClick={() => setAsking('delete')}>Delete …</Button>
      </div>
      {problem && <Problem error={problem} />}
      {asking === 'recover' && <RecoverDialog {...dialog} />}
      {asking === 'rotate' && <RotateDialog {...dialog} />}
      {asking === 'delete' && <DeleteDialog {...dialog} />}
    </>
  );
};
