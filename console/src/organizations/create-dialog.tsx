import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { useState } from 'react';
import type { Organization, OrganizationType } from 'voice-agent-platform-client';
import { faultAt } from '../api/faults.ts';
import { inWords } from '../api/format.ts';
import { useOrganization } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { Dialog } from '../kit/dialog.tsx';
import { SelectField, TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';
import { OwnerField, useOwner } from '../shell/owner-field.tsx';

/** What may be created below which type; without a parent, at the top. */
const typesBelow = (parent: Organization | undefined): readonly OrganizationType[] => {
  if (!parent) return ['reseller', 'client'];
  return parent.type === 'reseller' ? ['client'] : ['subcompany', 'location'];
};

interface CreateDialogProps {
  /** The organization above, unless another one is chosen. */
  readonly parent: Organization | undefined;
  readonly onClose: () => void;
}

export const CreateDialog = ({ parent: given, onClose }: CreateDialogProps) => {
  const { api } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [owner, setOwner] = useOwner(given?.id);
  const parent = useOrganization(owner ?? undefined);
  const types = typesBelow(parent);
  const [name, setName] = useState('');
  const [chosen, setType] = useState<OrganizationType>();
  const type = chosen && types.includes(chosen) ? chosen : (types[0] ?? 'client');
  const create = useMutation({
    mutationFn: () => api.clients.create({ body: { name, type, parent_id: owner ?? null } }),
    onSuccess: async ({ id }) => {
      onClose();
      await queries.invalidateQueries({ queryKey: ['clients'] });
      await navigate({
        to: '/organizations/$clientId',
        params: { clientId: id },
        search: { org: id },
      });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Dialog open onClose={onClose} title="New organization">
      <form className={kit.stack} onSubmit={submit}>
        <TextField
          label="Name"
          required
          maxLength={200}
          value={name}
          fault={faultAt(create.error, '/name')}
          onChange={({ target }) => setName(target.value)}
        />
        <SelectField
          label="Type"
          value={type}
          options={types.map((value) => ({ value, label: inWords(value) }))}
          onChange={({ target }) => setType(target.value as OrganizationType)}
        />
        <OwnerField label="Below" owner={owner} platform="Nobody: at the top" onChange={setOwner} />
        {create.error && <Problem error={create.error} />}
        <div className={cx(kit.row, kit.end)}>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" disabled={owner === undefined} busy={create.isPending}>
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
