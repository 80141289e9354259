import type { Organization, Role } from 'voice-agent-platform-client';
import { viewAsMember } from '../api/session.ts';
import { FormDialog } from '../kit/form-dialog.tsx';
import { useForm } from '../kit/use-form.ts';
import { RoleField } from '../people/role-field.tsx';
import { words } from '../words/index.ts';

/** Asks for the role in which the console is shown as the people of an organization see it. */
export const ViewDialog = ({
  organization: { id, name },
  onClose,
}: {
  readonly organization: Organization;
  readonly onClose: () => void;
}) => {
  const { viewing: text } = words.organizations;
  const form = useForm({
    initial: { role: 'owner' },
    send: ({ role }) => viewAsMember(id, role as Role),
  });
  return (
    <FormDialog form={form} title={text.title(name)} action={text.action} onClose={onClose}>
      <p>{text.text}</p>
      <RoleField label={text.role} {...form.bind('role')} />
    </FormDialog>
  );
};
