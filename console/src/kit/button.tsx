import type { ButtonHTMLAttributes } from 'react';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: 'primary' | 'danger' | 'plain';
  readonly small?: boolean;
  /** Shows that the work has begun, and refuses another press. */
  readonly busy?: boolean;
}

export const Button = ({ look, small, busy = false, className, disabled, ...rest }: ButtonProps) => (
  <button
    type="button"
    className={['button', look, small && 'small', className].filter(Boolean).join(' ')}
    disabled={disabled || busy}
    aria-busy={busy}
    {...rest}
  />
);
