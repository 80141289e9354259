import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { useState } from 'react';
import type { Organization, OrganizationType } from 'voice-agent-platform-client';
import { faultAt } from '../api/faults.ts';
import { inWords } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { Dialog } from '../kit/dialog.tsx';
import { SelectField, TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';

/** What may be created below which type; without a parent, at the top. */
const typesBelow = (parent: Organization | undefined): readonly OrganizationType[] => {
  if (!parent) return ['reseller', 'client'];
  return parent.type === 'reseller' ? ['client'] : ['subcompany', 'location'];
};

interface CreateDialogProps {
  readonly parent: Organization | undefined;
  readonly open: boolean;
  readonly onClose: () => void;
}

export const CreateDialog = ({ parent, open, onClose }: CreateDialogProps) => {
  const { api } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const types = typesBelow(parent);
  const [name, setName] = useState('');
  const [chosen, setType] = useState<OrganizationType>();
  const type = chosen && types.includes(chosen) ? chosen : (types[0] ?? 'client');
  const create = useMutation({
    mutationFn: () => api.clients.create({ body: { name, type, parent_id: parent?.id ?? null } }),
    onSuccess: async ({ id }) => {
      onClose();
      setName('');
      await queries.invalidateQueries({ queryKey: ['clients'] });
      await navigate({
        to: '/organizations/$clientId',
        params: { clientId: id },
        search: ({ org }) => ({ org }),
      });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={parent ? `New organization below ${parent.name}` : 'New organization'}
    >
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
        {create.error && <Problem error={create.error} />}
        <div className={cx(kit.row, kit.end)}>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" busy={create.isPending}>
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
