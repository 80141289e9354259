import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKeyItem } from 'voice-agent-platform-client';
import { formatTime } from '../api/format.ts';
import { OrganizationName } from '../api/names.tsx';
import { signOut, useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { Confirm } from '../kit/confirm.tsx';
import { cx } from '../kit/cx.ts';
import { Dialog } from '../kit/dialog.tsx';
import { SelectField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { LoadMore } from '../kit/load-more.tsx';
import { Empty, Loading, Problem } from '../kit/notices.tsx';
import { Secret } from '../kit/secret.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';

const Rotate = ({ item, onClose }: { readonly item: ApiKeyItem; readonly onClose: () => void }) => {
  const { api } = useSession();
  const queries = useQueryClient();
  const [overlap, setOverlap] = useState('86400');
  const rotate = useMutation({
    mutationFn: () =>
      api.apiKeys.rotate({
        params: { api_key_id: item.id },
        body: { overlap_seconds: Number(overlap) },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['keys'] }),
  });
  if (rotate.data) {
    return (
      <Dialog open onClose={onClose} title={`New secret of ${item.name}`}>
        <Secret label="The new secret" value={rotate.data.key} />
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
      title={`Rotate ${item.name}?`}
      action="Rotate"
      busy={rotate.isPending}
      error={rotate.error}
      onConfirm={() => rotate.mutate()}
    >
      <p>The key gets a new secret, which is shown once.</p>
      <SelectField
        label="The previous secret keeps working for"
        value={overlap}
        options={[
          { value: '0', label: 'No time: it stops within ten seconds' },
          { value: '3600', label: 'One hour' },
          { value: '86400', label: 'One day' },
          { value: '604800', label: 'One week' },
        ]}
        onChange={({ target }) => setOverlap(target.value)}
      />
    </Confirm>
  );
};

const Revoke = ({ item, onClose }: { readonly item: ApiKeyItem; readonly onClose: () => void }) => {
  const { api, me } = useSession();
  const queries = useQueryClient();
  const isOwn = item.id === me.key.id;
  const revoke = useMutation({
    mutationFn: () => api.apiKeys.revoke({ params: { api_key_id: item.id } }),
    onSuccess: async () => {
      onClose();
      if (isOwn) signOut('You have revoked your own key.');
      else await queries.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Revoke ${item.name}?`}
      action="Revoke"
      danger
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
    >
      <p>The key stops working within ten seconds, for good.</p>
      {isOwn && <p className={cx(kit.notice, kit.warn)}>This is the key that you are signed in with.</p>}
    </Confirm>
  );
};

type Asked = { readonly what: 'rotate' | 'revoke'; readonly item: ApiKeyItem };

const stateOf = ({ expires_at }: ApiKeyItem) => {
  if (expires_at === null) return 'Never';
  return new Date(expires_at) < new Date() ? <Badge tone="bad">Expired</Badge> : formatTime(expires_at);
};

/** The API keys of an organization and its descendants. */
export const KeyTable = ({ clientId }: { readonly clientId: string | undefined }) => {
  const { api, me, may } = useSession();
  const [asked, setAsked] = useState<Asked>();
  const [creating, setCreating] = useState(false);
  const { items, query } = useList(['keys', clientId], (page, signal) =>
    api.apiKeys.list({ query: { ...page, ...(clientId && { client_id: clientId }) }, signal }),
  );
  const close = () => setAsked(undefined);
  return (
    <div className={kit.stack}>
      {may('keys:write') && (
        <div className={kit.row}>
          <Button look="primary" onClick={() => setCreating(true)}>
            New API key
          </Button>
        </div>
      )}
      {query.error && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading />}
      {query.isSuccess && items.length === 0 && (
        <Empty title="There are no API keys">
          <p>Create one for each program that calls the API, with the scopes that it needs.</p>
        </Empty>
      )}
      {items.length > 0 && (
        <section className={kit.frame} aria-label="API keys">
          <table className={kit.table}>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Organization</th>
                <th scope="col">Scopes</th>
                <th scope="col">Last used</th>
                <th scope="col">Expires</th>
                <th scope="col">
                  <span className={kit.hidden}>Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <tr key={item.id}>
                  <td>
                    {item.name} {item.id === me.key.id && <Badge tone="accent">Yours</Badge>}
                  </td>
                  <td>{item.client_id ? <OrganizationName id={item.client_id} /> : 'Platform'}</td>
                  <td title={item.scopes.join(' ')}>{item.scopes.length}</td>
                  <td>{item.last_used_at ? formatTime(item.last_used_at) : 'Never'}</td>
                  <td>{stateOf(item)}</td>
                  <td>
                    {may('keys:write') && (
                      <span className={cx(kit.row, kit.end)}>
                        <Button
                          small
                          aria-label={`Rotate ${item.name}`}
                          onClick={() => setAsked({ what: 'rotate', item })}
                        >
                          Rotate
                        </Button>
                        <Button
                          small
                          aria-label={`Revoke ${item.name}`}
                          onClick={() => setAsked({ what: 'revoke', item })}
                        >
                          Revoke
                        </Button>
                      </span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <LoadMore query={query} />
      {asked?.what === 'rotate' && <Rotate item={asked.item} onClose={close} />}
      {asked?.what === 'revoke' && <Revoke item={asked.item} onClose={close} />}
      {creating && <CreateKeyDialog clientId={clientId} onClose={() => setCreating(false)} />}
    </div>
  );
};
