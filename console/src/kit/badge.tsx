import type { ReactNode } from 'react';

export type Tone = 'good' | 'bad' | 'warn' | 'accent' | undefined;

export const Badge = ({ tone, children }: { readonly tone?: Tone; readonly children: ReactNode }) => (
  <span className={tone ? `badge ${tone}` : 'badge'}>{children}</span>
);
