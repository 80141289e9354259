import { Button } from '../kit/button.tsx';
import type { IconName } from '../kit/icons.tsx';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { words } from '../words/index.ts';

interface ToolProps {
  readonly label: string;
  readonly icon: IconName;
  readonly onClick?: (() => void) | undefined;
}

/** A button that is an icon, and cannot be pressed without something to do. */
export const Tool = ({ label, icon, onClick }: ToolProps) => (
  <Button small look="plain" className={kit.icon} aria-label={label} disabled={!onClick} onClick={onClick}>
    <Icon name={icon} />
  </Button>
);

export interface NeighborsProps {
  /** Absent for the first call of the list. */
  readonly onPrevious?: (() => void) | undefined;
  /** Absent for the last one. */
  readonly onNext?: (() => void) | undefined;
}

/** Goes to the calls before and after one, as they are in the list. */
export const Neighbors = ({ onPrevious, onNext }: NeighborsProps) => {
  const { pane } = words.conversations;
  return (
    <>
      <Tool label={pane.previous} icon="up" onClick={onPrevious} />
      <Tool label={pane.next} icon="down" onClick={onNext} />
    </>
  );
};
