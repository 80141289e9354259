import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import type { Scope } from 'voice-agent-platform-client';
import { zoneHere } from '../api/days.ts';
import { faultAt } from '../api/faults.ts';
import { inWords } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { Dialog } from '../kit/dialog.tsx';
import { CheckField, TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';
import { Secret } from '../kit/secret.tsx';
import { OwnerField, useOwner } from '../shell/owner-field.tsx';

interface CreateKeyDialogProps {
  readonly clientId: string | undefined;
  readonly onClose: () => void;
}

/** Creates a key with some of the scopes that the caller's own key has. */
export const CreateKeyDialog = ({ clientId, onClose }: CreateKeyDialogProps) => {
  const { api, me } = useSession();
  const queries = useQueryClient();
  const [owner, setOwner] = useOwner(clientId);
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const [expires, setExpires] = useState('');
  const create = useMutation({
    mutationFn: () =>
      api.apiKeys.create({
        body: {
          name,
          scopes,
          ...(owner && { client_id: owner }),
          ...(expires && { expires_at: new Date(expires).toISOString() }),
        },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['keys'] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  if (create.data) {
    return (
      <Dialog open onClose={onClose} title={`API key ${create.data.name}`}>
        <Secret label="The secret of the key" value={create.data.key} />
        <div className={cx(kit.row, kit.end)}>
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </Dialog>
    );
  }
  const toggle = (scope: Scope, on: boolean) =>
    setScopes(on ? [...scopes, scope] : scopes.filter((one) => one !== scope));
  return (
    <Dialog open onClose={onClose} title="New API key">
      <form className={kit.stack} onSubmit={submit}>
        <OwnerField owner={owner} platform="The platform: reaches every organization" onChange={setOwner} />
        <TextField
          label="Name"
          required
          maxLength={200}
          value={name}
          fault={faultAt(create.error, '/name')}
          onChange={({ target }) => setName(target.value)}
        />
        <fieldset className={cx(kit.stack, kit.tight)}>
          <legend className={kit.label}>Scopes</legend>
          <div className={kit.columns}>
            {me.scopes.map((scope) => (
              <CheckField
                key={scope}
                label={inWords(scope.replace(':', ', '))}
                checked={scopes.includes(scope)}
                onChange={({ target }) => toggle(scope, target.checked)}
              />
            ))}
          </div>
        </fieldset>
        <TextField
          label="Expires"
          type="datetime-local"
          hint={`In ${zoneHere}. Empty: as late as your own key.`}
          value={expires}
          fault={faultAt(create.error, '/expires_at')}
          onChange={({ target }) => setExpires(target.value)}
        />
        {create.error && <Problem error={create.error} />}
        <div className={cx(kit.row, kit.end)}>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            type="submit"
            disabled={owner === undefined || scopes.length === 0}
            busy={create.isPending}
          >
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
