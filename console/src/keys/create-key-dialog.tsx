import type { Scope } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { zoneHere } from '../api/zone.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { CheckField, TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import kit from '../kit/kit.module.css';
import { useForm } from '../kit/use-form.ts';
import { useOwner } from '../shell/owner-field.tsx';
import { words } from '../words/index.ts';
import { rightInWords } from '../words/rights.ts';

type Purpose = keyof typeof words.keys.purposes;

const isRead = (scope: Scope): boolean => scope.endsWith(':read');

const isSame = (one: readonly Scope[], other: readonly Scope[]): boolean =>
  one.length === other.length && other.every((scope) => one.includes(scope));

/** The scopes that programs with one purpose need. */
const scopesFor: Readonly<Record<Purpose, readonly Scope[] | ((scope: Scope) => boolean)>> = {
  read: isRead,
  record: ['agents:read', 'conversations:read', 'conversations:write', 'recordings:write'],
  chat: ['agents:read', 'chats:write'],
  call: ['agents:read', 'integrations:read', 'conversations:read', 'calls:write'],
  build: ['agents:read', 'agents:write', 'tests:read', 'tests:write', 'analysis:read', 'analysis:write'],
  bill: ['clients:read', 'usage:read', 'billing:read', 'billing:write'],
};

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
      title={words.keys.create}
      action={words.keys.createAction}
      owner={{ ...owner, platform: words.keys.platform }}
      disabled={form.values.scopes.length === 0}
      done={
        form.reply && {
          title: words.keys.created(form.reply.name),
          secret: { label: words.keys.secret, value: form.reply.key },
        }
      }
      onClose={onClose}
    >
      <TextField label={words.keys.name} required maxLength={200} {...form.bind('name')} />
      <fieldset className={cx(kit.stack, kit.tight)}>
        <legend className={kit.label}>{words.keys.scopes}</legend>
        <div className={kit.row}>
          {(Object.keys(scopesFor) as Purpose[]).map((purpose) => {
            const needed = scopesFor[purpose];
            const given = me.scopes.filter((scope) =>
              typeof needed === 'function' ? needed(scope) : needed.includes(scope),
            );
            return (
              (typeof needed === 'function' || given.length === needed.length) && (
                <Button
                  key={purpose}
                  small
                  aria-pressed={isSame(form.values.scopes, given)}
                  onClick={() => form.change({ scopes: given })}
                >
                  {words.keys.purposes[purpose]}
                </Button>
              )
            );
          })}
        </div>
        <div className={kit.columns}>
          {me.scopes.map((scope) => (
            <CheckField key={scope} label={rightInWords(scope)} {...form.toggle('scopes', scope)} />
          ))}
        </div>
      </fieldset>
      <TextField
        label={words.keys.expires}
        type="datetime-local"
        hint={words.keys.expiresHint(zoneHere)}
        {...form.bind('expires_at')}
      />
    </FormDialog>
  );
};
