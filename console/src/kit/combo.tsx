import type { ComboProps } from './combo-parts.tsx';
import { Opener, onDemand } from './on-demand.tsx';

const { part, ...loading } = onDemand(() => import('./combo-parts.tsx'));

const Opened = part('Combo');

/** Chooses one of many, found by what is typed. */
export const Combo = <I extends object>(props: ComboProps<I>) => (
  <Opener
    trigger={props.trigger}
    popup="dialog"
    role="combobox"
    {...loading}
    onOpen={() => props.onOpenChange?.(true)}
  >
    <Opened {...props} />
  </Opener>
);
