import type { Scope } from 'voice-agent-platform-client';
import { zoneHere } from '../api/days.ts';
import { inWords } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { cx } from '../kit/cx.ts';
import { CheckField, TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import kit from '../kit/kit.module.css';
import { Secret } from '../kit/secret.tsx';
import { useForm } from '../kit/use-form.ts';
import { useOwner } from '../shell/owner-field.tsx';

interface CreateKeyDialogProps {
  readonly clientId: string | undefined;
  readonly onClose: () => void;
}

/** Creates a key with some of the scopes that the caller's own key has. */
export const CreateKeyDialog = ({ clientId, onClose }: CreateKeyDialogProps) => {
  const { api, me } = useSession();
  const owner = useOwner(clientId);
  const form = useForm({
    initial: { name: '', scopes: [] as readonly Scope[], expires_at: '' },
    send: ({ expires_at, ...typed }) =>
      api.apiKeys.create({
        body: {
          ...typed,
          ...(owner.owner && { client_id: owner.owner }),
          ...(expires_at && { expires_at: new Date(expires_at).toISOString() }),
        },
      }),
    refresh: [['keys']],
  });
  return (
    <FormDialog
      form={form}
      title="New API key"
      action="Create"
      owner={{ ...owner, platform: 'The platform: reaches every organization' }}
      disabled={form.values.scopes.length === 0}
      done={
        form.reply && {
          title: `API key ${form.reply.name}`,
          content: <Secret label="The secret of the key" value={form.reply.key} />,
        }
      }
      onClose={onClose}
    >
      <TextField label="Name" required maxLength={200} {...form.bind('name')} />
      <fieldset className={cx(kit.stack, kit.tight)}>
        <legend className={kit.label}>Scopes</legend>
        <div className={kit.columns}>
          {me.scopes.map((scope) => (
            <CheckField
              key={scope}
              label={inWords(scope.replace(':', ', '))}
              {...form.toggle('scopes', scope)}
            />
          ))}
        </div>
      </fieldset>
      <TextField
        label="Expires"
        type="datetime-local"
        hint={`In ${zoneHere}. Empty: as late as your own key.`}
        {...form.bind('expires_at')}
      />
    </FormDialog>
  );
};
