import { useId, useMemo, useState } from 'react';
import { words } from '../words/index.ts';
import { Combo } from './combo.tsx';
import { cx } from './cx.ts';
import { Icon } from './icons.tsx';
import kit from './kit.module.css';
import styles from './picker.module.css';

export interface PickerOption {
  readonly value: string;
  readonly label: string;
  /** A second line about it. */
  readonly facts?: string | undefined;
}

interface PickerProps {
  readonly label: string;
  /** Empty: nothing was chosen. */
  readonly value: string;
  /** The first one may have an empty value, for no choice. */
  readonly options: readonly PickerOption[];
  /** About a value that is none of the options. */
  readonly facts?: string | undefined;
  /** Other values can be typed. */
  readonly free?: boolean;
  /** The options are on their way. */
  readonly busy?: boolean;
  readonly changed?: boolean;
  readonly disabled?: boolean;
  readonly fault?: string | undefined;
  /** Stands for an empty value that is none of the options, where each choice is shown elsewhere. */
  readonly placeholder?: string;
  /** The text shown if there are no options. */
  readonly empty?: string | undefined;
  readonly onOpen?: () => void;
  readonly onChoose: (value: string) => void;
}

const matches = ({ value, label, facts = '' }: PickerOption, typed: string): boolean =>
  `${label} ${value} ${facts}`.toLowerCase().includes(typed.toLowerCase());

/** Chooses one of many by what it is called, and shows what is known of it. */
export const Picker = ({
  label,
  value,
  options,
  facts,
  free = false,
  busy = false,
  changed = false,
  disabled = false,
  fault,
  placeholder,
  empty,
  onOpen,
  onChoose,
}: PickerProps) => {
  const id = useId();
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const known = options.find((option) => option.value === value);
  const chosen = known ?? { value, label: value || (placeholder ?? words.kit.none), facts };
  const items = useMemo(() => {
    const found = options.filter((option) => matches(option, text));
    const isOther = free && text !== '' && !options.some((option) => option.value === text);
    return isOther ? [...found, { value: text, label: words.kit.other(text) }] : found;
  }, [options, free, text]);
  return (
    <div className={kit.field}>
      <span id={`${id}-label`} className={kit.label}>
        {label}
        {changed && (
          <>
            <span className={styles.dot} />
            <span className={kit.hidden}>, {words.kit.changed}</span>
          </>
        )}
      </span>
      <Combo
        trigger={
          <button
            type="button"
            id={id}
            className={cx(styles.trigger, placeholder && styles.low)}
            disabled={disabled}
            aria-labelledby={`${id}-label ${id}-value`}
            aria-describedby={fault ? `${id}-fault` : undefined}
            aria-invalid={fault ? true : undefined}
          >
            <span id={`${id}-value`} className={styles.value}>
              <span className={kit.clip}>{chosen.label}</span>
              {!placeholder && (
                <span className={cx(kit.small, kit.muted, kit.clip)}>{chosen.facts || '\u00a0'}</span>
              )}
            </span>
            <Icon name="down" />
          </button>
        }
        label={label}
        className={styles.popup}
        find={words.kit.findIn(label)}
        placeholder={free ? words.kit.findOrType : words.kit.find}
        items={items}
        value={chosen}
        disabled={disabled}
        idOf={(item) => item.value}
        nameOf={(item) => item.label}
        row={(item) => (
          <span className={styles.value}>
            <span className={kit.clip}>{item.label}</span>
            {item.facts && <span className={cx(kit.small, kit.muted, kit.clip)}>{item.facts}</span>}
          </span>
        )}
        onOpenChange={(open) => {
          setTyped('');
          if (open) onOpen?.();
        }}
        onType={setTyped}
        onChoose={(next) => onChoose(next.value)}
      >
        {() => (
          <>
            {busy && (
              <p className={cx(kit.small, kit.muted, styles.said)} role="status">
                {words.kit.loading}
              </p>
            )}
            {!busy && items.length === 0 && (
              <p className={cx(kit.small, kit.muted, styles.said)}>{empty ?? words.kit.nothingFound}</p>
            )}
          </>
        )}
      </Combo>
      {fault && (
        <span id={`${id}-fault`} className={kit.fault}>
          {fault}
        </span>
      )}
    </div>
  );
};
