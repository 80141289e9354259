import { useNavigate } from '@tanstack/react-router';
import type { Organization, OrganizationType } from 'voice-agent-platform-client';
import { useOrganization } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { CheckField, SelectField, TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { useForm } from '../kit/use-form.ts';
import { useOwner } from '../shell/owner-field.tsx';
import { words } from '../words/index.ts';

/** The types of organization that may be created below each type; without a parent, at the top. */
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
  const navigate = useNavigate();
  const { creating: text } = words.organizations;
  const owner = useOwner(given?.id);
  const parent = useOrganization(owner.owner ?? undefined);
  const types = typesBelow(parent);
  const typeOf = (chosen: string) => types.find((type) => type === chosen) ?? types[0] ?? 'client';
  const form = useForm({
    initial: { name: '', type: '', external_id: '', test: false },
    send: ({ name, type, external_id, test }) =>
      api.clients.create({
        body: {
          name,
          type: typeOf(type),
          parent_id: owner.owner ?? null,
          external_id: external_id || null,
          test,
        },
      }),
    refresh: [['clients']],
    onSent: async ({ id }) => {
      onClose();
      await navigate({ to: '/organizations/$clientId', params: { clientId: id }, search: { org: id } });
    },
  });
  return (
    <FormDialog
      form={form}
      title={words.organizations.create}
      action={text.action}
      owner={{ ...owner, label: text.owner, platform: text.top }}
      onClose={onClose}
    >
      <TextField label={text.name} required maxLength={200} {...form.bind('name')} />
      <SelectField
        label={words.organizations.type}
        options={types.map((value) => ({ value, label: words.shell.types[value] }))}
        {...form.bind('type')}
        value={typeOf(form.values.type)}
      />
      <TextField
        label={words.organizations.externalId}
        hint={text.externalIdHint}
        maxLength={128}
        {...form.bind('external_id')}
      />
      {!parent?.test && <CheckField label={text.test} hint={text.testHint} {...form.check('test')} />}
    </FormDialog>
  );
};
