import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { TextArea } from '../kit/field.tsx';
import { Icon } from '../kit/icons.tsx';
import { words } from '../words/index.ts';
import styles from './chats.module.css';

interface ComposeProps {
  readonly label: string;
  readonly value: string;
  readonly longest: number;
  readonly disabled?: boolean;
  readonly busy: boolean;
  readonly onChange: (text: string) => void;
  readonly onSend: () => void;
  /** Above the field. */
  readonly children?: ReactNode;
  /** Before the field, in its line. */
  readonly before?: ReactNode;
}

/** The field that one writes in. Enter sends, and Shift with Enter begins a line. */
export const Compose = ({
  label,
  value,
  longest,
  disabled = false,
  busy,
  onChange,
  onSend,
  children,
  before,
}: ComposeProps) => {
  const may = !disabled && !busy && value.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (may) onSend();
  };
  const sendByEnter = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Enter also chooses among the candidates of an input method.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <form className={styles.compose} onSubmit={submit}>
      {children}
      <div className={cx(styles.say, Boolean(before) && styles.after)}>
        {before}
        <TextArea
          label={label}
          labelHidden
          placeholder={label}
          rows={1}
          maxLength={longest}
          value={value}
          disabled={disabled}
          onKeyDown={sendByEnter}
          onChange={({ target }) => onChange(target.value)}
        />
        <Button type="submit" look="primary" aria-label={words.chats.send} disabled={!may} busy={busy}>
          <Icon name="rise" />
        </Button>
      </div>
    </form>
  );
};
