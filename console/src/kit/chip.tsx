import { Icon } from './icons.tsx';
import kit from './kit.module.css';

interface ChipProps {
  /** Absent where the value says it all, as a tag does. */
  readonly label?: string;
  readonly value: string;
  /** `Remove the filter Outcome`. */
  readonly removeLabel: string;
  readonly onRemove: () => void;
}

/** A filter that is set, and can be removed. */
export const Chip = ({ label, value, removeLabel, onRemove }: ChipProps) => (
  <span className={kit.chip}>
    <span>
      {label}{' '}
      <strong dir="auto" title={value}>
        {value}
      </strong>
    </span>
    <button type="button" aria-label={removeLabel} onClick={onRemove}>
      <Icon name="close" />
    </button>
  </span>
);
