import { dayIn, presets } from '../api/days.ts';
import { formatDays } from '../api/format.ts';
import { words } from '../words/index.ts';
import { Button } from './button.tsx';
import type { DateRangeProps } from './date-range.tsx';
import { DateRange } from './date-range.tsx';
import { Icon } from './icons.tsx';
import kit from './kit.module.css';
import { Popover } from './popover.tsx';

const nameOf = ({ days: { from, to }, timeZone, open = words.kit.days.any }: DateRangeProps): string => {
  const known = presets(dayIn(timeZone)).find((preset) => preset.from === from && preset.to === to);
  if (known) return words.kit.days[known.name];
  if (from && to) return formatDays(from, to);
  return from || to ? words.kit.days.other : open;
};

/** A range of days behind a button that names it. */
export const DaysButton = (range: DateRangeProps) => (
  <Popover
    label={words.kit.days.range}
    trigger={
      <Button className={kit.days}>
        <Icon name="calendar" />
        {nameOf(range)}
        <Icon name="down" />
      </Button>
    }
  >
    <DateRange {...range} />
  </Popover>
);

/** A range of days beside other fields, with a label as they have. */
export const DaysField = (range: DateRangeProps) => (
  <div className={kit.field}>
    <span className={kit.label}>{words.kit.days.range}</span>
    <DaysButton {...range} />
  </div>
);
