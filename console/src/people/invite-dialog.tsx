import type { Role } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { Secret } from '../kit/secret.tsx';
import { useForm } from '../kit/use-form.ts';
import { useOwner } from '../shell/owner-field.tsx';
import { RoleField } from './role-field.tsx';

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
  const form = useForm({
    initial: { email: '', role: 'listener' as Role },
    send: (typed) =>
      api.invitations.create({ body: { ...typed, ...(owner.owner && { client_id: owner.owner }) } }),
    refresh: [['invitations']],
  });
  return (
    <FormDialog
      form={form}
      title="Invite a person"
      action="Invite"
      owner={{ ...owner, platform: 'The platform: reaches every organization' }}
      done={
        form.reply && {
          title: `Send this link to ${form.reply.email}`,
          content: <Secret label="The link, valid for seven days" value={form.reply.url} />,
        }
      }
      onClose={onClose}
    >
      <TextField label="E-mail" type="email" required maxLength={320} {...form.bind('email')} />
      <RoleField label="Role" {...form.bind('role')} />
    </FormDialog>
  );
};
