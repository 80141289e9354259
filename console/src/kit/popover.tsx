import { Opener, onDemand } from './on-demand.tsx';
import type { PopoverProps } from './popover-parts.tsx';

const { part, ...loading } = onDemand(() => import('./popover-parts.tsx'));

const Opened = part('Popover');

/** Fields behind a button, where a dialog would be too much. */
export const Popover = (props: PopoverProps) => (
  <Opener trigger={props.trigger} popup="dialog" {...loading}>
    <Opened {...props} />
  </Opener>
);
