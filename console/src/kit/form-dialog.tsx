import type { ComponentProps, ReactNode } from 'react';
import type { OwnerFieldProps } from '../shell/owner-field.tsx';
import { OwnerField } from '../shell/owner-field.tsx';
import { words } from '../words/index.ts';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { Dialog } from './dialog.tsx';
import type { FormProps } from './form.tsx';
import { Form } from './form.tsx';
import kit from './kit.module.css';
import { Secret } from './secret.tsx';

interface DoneMessage {
  readonly title: string;
  readonly content?: ReactNode;
  /** Nobody can read it again, so that only a press on *Done* closes the dialog. */
  readonly secret?: ComponentProps<typeof Secret>;
}

interface FormDialogProps extends FormProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly wide?: boolean;
  /** For whom something is created: somebody has to be chosen. */
  readonly owner?: OwnerFieldProps;
  /** Replaces the form once it was sent. */
  readonly done?: DoneMessage | undefined;
}

const isChosen = ({ owner, platform }: OwnerFieldProps): boolean =>
  owner === null ? platform !== undefined : owner !== undefined;

/** Asks before something happens, with fields where it needs any, and shows why it did not. */
export const FormDialog = ({ title, onClose, wide, owner, done, ...form }: FormDialogProps) => {
  if (done) {
    return (
      <Dialog open pinned onClose={done.secret ? undefined : onClose} title={done.title}>
        {done.content}
        {done.secret && <Secret {...done.secret} />}
        <div className={cx(kit.row, kit.end)}>
          <Button look="primary" onClick={onClose}>
            {words.kit.done}
          </Button>
        </div>
      </Dialog>
    );
  }
  const disabled = form.disabled || (owner && !isChosen(owner));
  return (
    <Dialog
      open
      busy={form.form.busy}
      pinned={form.form.isChanged}
      onClose={onClose}
      title={title}
      wide={wide === true}
    >
      <Form {...form} disabled={disabled ?? false} onCancel={onClose}>
        {owner && <OwnerField {...owner} />}
        {form.children}
      </Form>
    </Dialog>
  );
};
