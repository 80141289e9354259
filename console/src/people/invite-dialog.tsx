import { useQuery } from '@tanstack/react-query';
import type { Role } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { SelectField, TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { useForm } from '../kit/use-form.ts';
import type { Owner } from '../shell/owner-field.tsx';
import { useOwner } from '../shell/owner-field.tsx';
import { words } from '../words/index.ts';
import { RoleField } from './role-field.tsx';

/** The connections through which an organization can invite, as far as the caller reaches them. */
const useConnections = (owner: Owner) => {
  const { api, me, may } = useSession();
  const found = useQuery({
    queryKey: ['connections', 'of', owner],
    queryFn: ({ signal }) => api.connections.list({ query: { limit: 100 }, signal }),
    enabled: may('connections:read'),
  });
  return (found.data?.data ?? []).filter(
    ({ client_id }) => client_id === (owner ?? null) || client_id === (me.client?.id ?? null),
  );
};

/** Creates an invitation, whose link the caller sends. */
export const InviteDialog = ({
  clientId,
  onClose,
}: {
  readonly clientId: string | undefined;
  readonly onClose: () => void;
}) => {
  const { api } = useSession();
  const owner = useOwner(clientId);
  const connections = useConnections(owner.owner);
  const form = useForm({
    initial: { email: '', role: 'listener' as Role, connection_id: '' },
    send: ({ connection_id, ...typed }) =>
      api.invitations.create({
        body: {
          ...typed,
          // Another organization may have been chosen since.
          ...(connections.some(({ id }) => id === connection_id) && { connection_id }),
          ...(owner.owner && { client_id: owner.owner }),
        },
      }),
    refresh: [['invitations']],
  });
  return (
    <FormDialog
      form={form}
      title={words.people.invite}
      action={words.people.inviteAction}
      owner={{ ...owner, platform: words.people.platform }}
      done={
        form.reply && {
          title: words.people.sendLink(form.reply.email),
          secret: { label: words.people.link, value: form.reply.url },
        }
      }
      onClose={onClose}
    >
      <TextField label={words.people.email} type="email" required maxLength={320} {...form.bind('email')} />
      <RoleField label={words.people.role} {...form.bind('role')} />
      {connections.length > 0 && (
        <SelectField
          label={words.people.connection}
          options={[
            { value: '', label: words.people.usualConnection },
            ...connections.map(({ id, name, issuer }) => ({ value: id, label: `${name} (${issuer})` })),
          ]}
          {...form.bind('connection_id')}
        />
      )}
    </FormDialog>
  );
};
