import type { ButtonHTMLAttributes } from 'react';
import { cx } from './cx.ts';
import kit from './kit.module.css';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: 'primary' | 'danger' | 'plain';
  readonly small?: boolean;
  /** Shows that the work has begun, and refuses another press. */
  readonly busy?: boolean;
}

export const Button = ({ look, small, busy = false, className, disabled, ...rest }: ButtonProps) => (
  <button
    type="button"
    className={cx(kit.button, look && kit[look], small && kit.small, className)}
    disabled={disabled || busy}
    aria-busy={busy}
    {...rest}
  />
);
