import type { ApiKeyItem } from 'voice-agent-platform-client';
import { formatTime } from '../api/format.ts';
import { OrganizationName } from '../api/names.tsx';
import { signOut, useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { Badge } from '../kit/badge.tsx';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { cx } from '../kit/cx.ts';
import { DialogButton } from '../kit/dialog-button.tsx';
import { SelectField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import kit from '../kit/kit.module.css';
import { List } from '../kit/list.tsx';
import { overlaps, Secret } from '../kit/secret.tsx';
import { useForm } from '../kit/use-form.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';

interface OfKey {
  readonly item: ApiKeyItem;
  readonly onClose: () => void;
}

const Rotate = ({ item, onClose }: OfKey) => {
  const { api } = useSession();
  const form = useForm({
    initial: { overlap_seconds: '86400' },
    send: ({ overlap_seconds }) =>
      api.apiKeys.rotate({
        params: { api_key_id: item.id },
        body: { overlap_seconds: Number(overlap_seconds) },
      }),
    refresh: [['keys']],
  });
  return (
    <FormDialog
      form={form}
      title={`Rotate ${item.name}?`}
      action="Rotate"
      done={
        form.reply && {
          title: `New secret of ${item.name}`,
          content: <Secret label="The new secret" value={form.reply.key} />,
        }
      }
      onClose={onClose}
    >
      <p>The key gets a new secret, which is shown once.</p>
      <SelectField
        label="The previous secret keeps working for"
        options={[{ value: '0', label: 'No time: it stops within ten seconds' }, ...overlaps()]}
        {...form.bind('overlap_seconds')}
      />
    </FormDialog>
  );
};

const stateOf = ({ expires_at }: ApiKeyItem) => {
  if (expires_at === null) return 'Never';
  return new Date(expires_at) < new Date() ? <Badge tone="bad">Expired</Badge> : formatTime(expires_at);
};

const Actions = ({ item }: { readonly item: ApiKeyItem }) => {
  const { api, me } = useSession();
  const isOwn = item.id === me.key?.id;
  return (
    <span className={cx(kit.row, kit.end)}>
      <DialogButton
        small
        aria-label={`Rotate ${item.name}`}
        dialog={(onClose) => <Rotate item={item} onClose={onClose} />}
      >
        Rotate
      </DialogButton>
      <ConfirmButton
        small
        aria-label={`Revoke ${item.name}`}
        ask={{
          title: `Revoke ${item.name}?`,
          text: (
            <>
              <p>The key stops working within ten seconds, for good.</p>
              {isOwn && (
                <p className={cx(kit.notice, kit.warn)}>This is the key that you are signed in with.</p>
              )}
            </>
          ),
          action: 'Revoke',
          danger: true,
          send: () => api.apiKeys.revoke({ params: { api_key_id: item.id } }),
          // Nothing can be read with a key that was revoked.
          refresh: isOwn ? [] : [['keys']],
          ...(isOwn && { onSent: () => signOut('You have revoked your own key.') }),
        }}
      >
        Revoke
      </ConfirmButton>
    </span>
  );
};

/** The API keys of an organization and its descendants. */
export const KeyTable = ({ clientId }: { readonly clientId: string | undefined }) => {
  const { api, me, may } = useSession();
  const list = useList(['keys', clientId], (page, signal) =>
    api.apiKeys.list({ query: { ...page, ...(clientId && { client_id: clientId }) }, signal }),
  );
  return (
    <div className={kit.stack}>
      {may('keys:write') && (
        <div className={kit.row}>
          <DialogButton
            look="primary"
            dialog={(onClose) => <CreateKeyDialog clientId={clientId} onClose={onClose} />}
          >
            New API key
          </DialogButton>
        </div>
      )}
      <List
        list={list}
        empty={{
          title: 'There are no API keys',
          text: 'Create one for each program that calls the API, with the scopes that it needs.',
        }}
        label="API keys"
        columns={[
          {
            title: 'Name',
            cell: ({ id, name }) => (
              <>
                {name} {id === me.key?.id && <Badge tone="accent">Yours</Badge>}
              </>
            ),
          },
          {
            title: 'Organization',
            cell: ({ client_id }) => (client_id ? <OrganizationName id={client_id} /> : 'Platform'),
          },
          {
            title: 'Scopes',
            cell: ({ scopes }) => <span title={scopes.join(' ')}>{scopes.length}</span>,
          },
          {
            title: 'Last used',
            cell: ({ last_used_at }) => (last_used_at ? formatTime(last_used_at) : 'Never'),
          },
          { title: 'Expires', cell: stateOf },
          {
            title: 'Actions',
            kind: 'actions',
            cell: (item) => may('keys:write') && <Actions item={item} />,
          },
        ]}
      />
    </div>
  );
};
