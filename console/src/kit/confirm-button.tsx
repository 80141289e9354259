import type { ReactNode } from 'react';
import type { Action } from '../api/use-action.ts';
import type { ButtonProps } from './button.tsx';
import { DialogButton } from './dialog-button.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useForm } from './use-form.ts';

interface Question<R> extends Action<void, R> {
  readonly title: string;
  /** The verb on the button that does it. */
  readonly action: string;
  readonly danger?: boolean;
  /** The consequence of confirming. */
  readonly text: ReactNode;
}

/** Asks before something is done. */
export const Confirm = <R,>({
  title,
  action,
  danger = false,
  text,
  onClose,
  onSent,
  ...request
}: Question<R> & { readonly onClose: () => void }) => {
  const form = useForm<object, R>({
    ...request,
    initial: {},
    send: () => request.send(),
    onSent: async (reply) => {
      await onSent?.(reply);
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={title} action={action} danger={danger} onClose={onClose}>
      {typeof text === 'string' ? <p>{text}</p> : text}
    </FormDialog>
  );
};

interface ConfirmButtonProps<R> extends ButtonProps {
  readonly ask: Question<R>;
}

/** Does something once somebody has confirmed it. */
export const ConfirmButton = <R,>({ ask, ...rest }: ConfirmButtonProps<R>) => (
  <DialogButton {...rest} dialog={(onClose) => <Confirm {...ask} onClose={onClose} />} />
);
