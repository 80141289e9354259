import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import kit from './kit.module.css';

export type Tone = 'good' | 'bad' | 'warn' | 'accent' | undefined;

export const Badge = ({ tone, children }: { readonly tone?: Tone; readonly children: ReactNode }) => (
  <span className={cx(kit.badge, tone && kit[tone])}>{children}</span>
);
