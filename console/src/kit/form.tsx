import type { FormEvent, ReactNode } from 'react';
import { formatNumber } from '../api/format.ts';
import { words } from '../words/index.ts';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import kit from './kit.module.css';
import { Problem } from './notices.tsx';

/** Of a change to many things, one after the other. */
export interface Progress {
  readonly done: number;
  /** Undefined if it is not known. */
  readonly total: number | undefined;
  readonly stop: () => void;
}

export interface FormProps {
  /** As `useForm` has it. */
  readonly form: {
    readonly error: unknown;
    readonly busy: boolean;
    readonly isChanged: boolean;
    readonly submit: (event: FormEvent) => void;
  };
  /** The verb on the button; absent where nothing may be sent. */
  readonly action?: string | undefined;
  readonly danger?: boolean;
  /** Of a part of a page whose main button is elsewhere. */
  readonly quiet?: boolean;
  readonly disabled?: boolean;
  /** Something else that went wrong. */
  readonly problem?: unknown;
  /** Tells people what to do when somebody else was faster. */
  readonly stale?: string;
  /** While it is sent: *Stop* takes the place of *Cancel*. */
  readonly progress?: Progress | undefined;
  readonly children?: ReactNode;
}

interface CardProps {
  readonly label?: string;
  readonly className?: string | undefined;
  readonly onCancel?: () => void;
}

interface SentProps {
  readonly progress: Progress;
  readonly small?: boolean;
}

/** The progress of a change to many things, and the button that ends it early. */
export const Sent = ({ progress: { done, total, stop }, small = false }: SentProps) => (
  <>
    <span role="status">{total === undefined ? formatNumber(done) : words.kit.progress(done, total)}</span>
    <Button small={small} onClick={stop}>
      {words.kit.stop}
    </Button>
  </>
);

/** Fields, what is wrong with them, and a button that sends them. */
export const Form = ({
  form: { error, busy, submit },
  action,
  danger,
  quiet = false,
  disabled = false,
  problem,
  stale,
  progress,
  label,
  className,
  onCancel,
  children,
}: FormProps & CardProps) => (
  <form className={cx(kit.stack, className)} onSubmit={submit} aria-label={label}>
    {children}
    {Boolean(error ?? problem) && <Problem error={error ?? problem} {...(stale && { stale })} />}
    {(action ?? onCancel) && (
      <div className={cx(kit.row, onCancel && kit.end)}>
        {progress && <Sent progress={progress} />}
        {onCancel && !progress && (
          <Button disabled={busy} onClick={onCancel}>
            {action ? words.kit.cancel : words.kit.close}
          </Button>
        )}
        {action && (
          <Button
            {...(!quiet && { look: danger ? ('danger' as const) : ('primary' as const) })}
            type="submit"
            disabled={disabled}
            busy={busy}
          >
            {action}
          </Button>
        )}
      </div>
    )}
  </form>
);
