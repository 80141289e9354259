import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import type { IconName } from './icons.tsx';
import { Icon } from './icons.tsx';
import kit from './kit.module.css';

export type Tone = 'good' | 'bad' | 'warn' | 'accent' | undefined;

interface BadgeProps {
  readonly tone?: Tone;
  readonly icon?: IconName;
  readonly children: ReactNode;
}

/** A state that somebody must know about. Normal states are plain text instead. */
export const Badge = ({ tone, icon, children }: BadgeProps) => (
  <span className={cx(kit.badge, tone && kit[tone])}>
    {icon && <Icon name={icon} />}
    {children}
  </span>
);
