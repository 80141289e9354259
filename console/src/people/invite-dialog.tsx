import type { Role } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { Secret } from '../kit/secret.tsx';
import { useForm } from '../kit/use-form.ts';
import { useOwner } from '../shell/owner-field.tsx';
import { words } from '../words/index.ts';
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
      title={words.people.invite}
      action={words.people.inviteAction}
      owner={{ ...owner, platform: words.people.platform }}
      done={
        form.reply && {
          title: words.people.sendLink(form.reply.email),
          content: <Secret label={words.people.link} value={form.reply.url} />,
        }
      }
      onClose={onClose}
    >
      <TextField label={words.people.email} type="email" required maxLength={320} {...form.bind('email')} />
      <RoleField label={words.people.role} {...form.bind('role')} />
    </FormDialog>
  );
};
