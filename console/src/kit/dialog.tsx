import { Suspense, useEffect, useState } from 'react';
import type { DialogProps } from './dialog-parts.tsx';
import { onDemand } from './on-demand.tsx';

const { prepare, ready, part } = onDemand(() => import('./dialog-parts.tsx'));

const Opened = part('Dialog');

/** For a button that opens a dialog: loads what all dialogs need. */
export const prepareDialog = prepare;

export const Dialog = (props: DialogProps) => {
  const { open, onClose } = props;
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    if (!open || isReady) return;
    void ready().then((loaded) => (loaded ? setReady(true) : onClose?.()));
  }, [open, isReady, onClose]);
  return (
    open &&
    isReady && (
      <Suspense>
        <Opened {...props} />
      </Suspense>
    )
  );
};
