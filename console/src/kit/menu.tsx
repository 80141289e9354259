import type { MenuProps } from './menu-parts.tsx';
import { Opener, onDemand } from './on-demand.tsx';

const { part, ...loading } = onDemand(() => import('./menu-parts.tsx'));

const Opened = part('Menu');

/** A menu of actions behind a button. */
export const Menu = (props: MenuProps) => (
  <Opener trigger={props.trigger} popup="menu" {...loading}>
    <Opened {...props} />
  </Opener>
);

export const MenuItem = part('MenuItem');
export const MenuLink = part('MenuLink');
export const MenuPart = part('MenuPart');
export const MenuCheck = part('MenuCheck');
export const MenuChoice = part('MenuChoice');
