import type { ApiKeyItem } from 'voice-agent-platform-client';
import { formatTime } from '../api/format.ts';
import { OrganizationName } from '../api/names.tsx';
import { signInAgain, signOut, useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { Badge } from '../kit/badge.tsx';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { cx } from '../kit/cx.ts';
import { DialogButton } from '../kit/dialog-button.tsx';
import { SelectField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import kit from '../kit/kit.module.css';
import { List } from '../kit/list.tsx';
import { overlaps } from '../kit/secret.tsx';
import { useForm } from '../kit/use-form.ts';
import { words } from '../words/index.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';

interface OfKey {
  readonly item: ApiKeyItem;
  readonly onClose: () => void;
}

const Rotate = ({ item, onClose }: OfKey) => {
  const { api, me } = useSession();
  const form = useForm({
    initial: { overlap_seconds: '86400' },
    send: async ({ overlap_seconds }) => {
      const rotated = await api.apiKeys.rotate({
        params: { api_key_id: item.id },
        body: { overlap_seconds: Number(overlap_seconds) },
      });
      // The secret that this tab uses may have stopped working.
      if (item.id === me.key?.id) await signInAgain(rotated.key);
      return rotated;
    },
    refresh: [['keys']],
  });
  return (
    <FormDialog
      form={form}
      title={words.keys.rotateTitle(item.name)}
      action={words.keys.rotate}
      done={
        form.reply && {
          title: words.keys.rotated(item.name),
          secret: { label: words.keys.newSecret, value: form.reply.key },
        }
      }
      onClose={onClose}
    >
      <p>{words.keys.rotateText}</p>
      <SelectField
        label={words.keys.overlap}
        options={[{ value: '0', label: words.keys.noOverlap }, ...overlaps()]}
        {...form.bind('overlap_seconds')}
      />
    </FormDialog>
  );
};

const stateOf = ({ expires_at }: ApiKeyItem) => {
  if (expires_at === null) return words.keys.never;
  return new Date(expires_at) < new Date() ? (
    <Badge tone="bad">{words.keys.expired}</Badge>
  ) : (
    formatTime(expires_at)
  );
};

const Actions = ({ item }: { readonly item: ApiKeyItem }) => {
  const { api, me } = useSession();
  const isOwn = item.id === me.key?.id;
  return (
    <>
      <DialogButton
        small
        aria-label={words.keys.rotateOf(item.name)}
        dialog={(onClose) => <Rotate item={item} onClose={onClose} />}
      >
        {words.keys.rotate}
      </DialogButton>
      <ConfirmButton
        small
        aria-label={words.keys.revokeOf(item.name)}
        ask={{
          title: words.keys.revokeTitle(item.name),
          text: (
            <>
              <p>{words.keys.revokeText}</p>
              {isOwn && <p className={cx(kit.notice, kit.warn)}>{words.keys.revokeOwn}</p>}
            </>
          ),
          action: words.keys.revoke,
          danger: true,
          send: () => api.apiKeys.revoke({ params: { api_key_id: item.id } }),
          // Nothing can be read with a key that was revoked.
          refresh: isOwn ? [] : [['keys']],
          ...(isOwn && { onSent: () => signOut(words.signIn.reasons.ownKeyRevoked) }),
        }}
      >
        {words.keys.revoke}
      </ConfirmButton>
    </>
  );
};

/** The button that creates a key, for the head of a page. */
export const NewKey = ({ clientId }: { readonly clientId: string | undefined }) => {
  const { may } = useSession();
  return (
    may('keys:write') && (
      <DialogButton
        look="primary"
        dialog={(onClose) => <CreateKeyDialog clientId={clientId} onClose={onClose} />}
      >
        {words.keys.create}
      </DialogButton>
    )
  );
};

/** The API keys of an organization and its descendants. */
export const KeyTable = ({ clientId }: { readonly clientId: string | undefined }) => {
  const { api, me, may } = useSession();
  const list = useList(['keys', clientId], (page, signal) =>
    api.apiKeys.list({ query: { ...page, ...(clientId && { client_id: clientId }) }, signal }),
  );
  return (
    <List
      list={list}
      empty={{
        title: words.keys.none,
        text: words.keys.noneText,
      }}
      label={words.keys.all}
      columns={[
        {
          title: words.keys.name,
          cell: ({ id, name }) => (
            <>
              {name} {id === me.key?.id && <Badge tone="accent">{words.keys.yours}</Badge>}
            </>
          ),
        },
        {
          title: words.keys.organization,
          cell: ({ client_id }) => <OrganizationName id={client_id} />,
        },
        {
          title: words.keys.scopes,
          cell: ({ scopes }) => <span title={scopes.join(' ')}>{scopes.length}</span>,
        },
        {
          title: words.keys.lastUsed,
          cell: ({ last_used_at }) => (last_used_at ? formatTime(last_used_at) : words.keys.never),
        },
        { title: words.keys.expires, cell: stateOf },
      ]}
      rowActions={(item) => may('keys:write') && <Actions item={item} />}
    />
  );
};
