import { Suspense } from 'react';
import type { DialogProps } from './dialog-parts.tsx';
import { onDemand } from './on-demand.tsx';

const { prepare, part } = onDemand(() => import('./dialog-parts.tsx'));

const Opened = part('Dialog');

/** For a button that opens a dialog: loads what all dialogs need. */
export const prepareDialog = prepare;

export const Dialog = (props: DialogProps) =>
  props.open && (
    <Suspense>
      <Opened {...props} />
    </Suspense>
  );
