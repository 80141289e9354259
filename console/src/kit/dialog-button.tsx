import type { ReactNode } from 'react';
import { useState } from 'react';
import type { ButtonProps } from './button.tsx';
import { Button } from './button.tsx';
import { prepareDialog } from './dialog.tsx';

export interface DialogButtonProps extends ButtonProps {
  readonly dialog: (onClose: () => void) => ReactNode;
}

/** Opens a dialog. */
export const DialogButton = ({ dialog, ...rest }: DialogButtonProps) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        {...rest}
        onPointerEnter={prepareDialog}
        onFocus={prepareDialog}
        onClick={() => setOpen(true)}
      />
      {open && dialog(() => setOpen(false))}
    </>
  );
};
