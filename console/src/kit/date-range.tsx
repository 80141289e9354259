import { useEffect, useRef, useState } from 'react';
import type { Days } from '../api/days.ts';
import { dayIn, isDay, presets } from '../api/days.ts';
import { zoneName } from '../api/zone.ts';
import { words } from '../words/index.ts';
import { SelectField, TextField } from './field.tsx';

/** So long after the last key, a day is taken as it is. */
const pauseMs = 700;

interface DayFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly fault?: string | undefined;
  readonly onChange: (day: string | undefined) => void;
}

/**
 * A day that can be typed. Almost every key makes another valid day, such as January on the way to December,
 * so the draft is applied once nobody types any more.
 */
const DayField = ({ value = '', onChange, ...rest }: DayFieldProps) => {
  const [draft, setDraft] = useState(value);
  // A day without its month has no value yet. That is not the wish to remove it.
  const [partial, setPartial] = useState(false);
  const applied = useRef(value);
  const apply = () => {
    if (partial || draft === applied.current || (draft !== '' && !isDay(draft))) return;
    applied.current = draft;
    onChange(draft || undefined);
  };
  useEffect(() => {
    // The echo of what was applied does not disturb what is typed meanwhile.
    if (value === applied.current) return;
    applied.current = value;
    setDraft(value);
    setPartial(false);
  }, [value]);
  useEffect(() => {
    const timer = setTimeout(apply, pauseMs);
    return () => clearTimeout(timer);
  });
  return (
    <TextField
      type="date"
      {...rest}
      value={draft}
      onBlur={apply}
      onChange={({ target }) => {
        setDraft(target.value);
        setPartial(target.validity.badInput);
      }}
    />
  );
};

export interface DateRangeProps {
  readonly days: Days;
  /** The time zone that the days are in. */
  readonly timeZone: string;
  /** The range without any day. */
  readonly open?: string;
  readonly faults?: Days;
  readonly onChange: (days: Days) => void;
}

/**
 * A range of days: one of those that people ask for most, or any other. A day beyond the other end removes
 * that end.
 */
export const DateRange = ({
  days: { from, to },
  timeZone,
  open = words.kit.days.any,
  faults,
  onChange,
}: DateRangeProps) => {
  const known = presets(dayIn(timeZone));
  const chosen = known.find((preset) => preset.from === from && preset.to === to);
  const other = !chosen && (from || to);
  return (
    <>
      <SelectField
        label={words.kit.days.in(zoneName(timeZone))}
        value={chosen?.name ?? (other ? 'other' : '')}
        options={[
          { value: '', label: open },
          ...known.map(({ name }) => ({ value: name, label: words.kit.days[name] })),
          ...(other ? [{ value: 'other', label: words.kit.days.other }] : []),
        ]}
        onChange={({ target }) => {
          const preset = known.find(({ name }) => name === target.value);
          onChange({ from: preset?.from, to: preset?.to });
        }}
      />
      <DayField
        label={words.kit.days.from}
        value={from}
        fault={faults?.from}
        onChange={(day) => onChange({ from: day, to: day && to && day > to ? undefined : to })}
      />
      <DayField
        label={words.kit.days.to}
        value={to}
        fault={faults?.to}
        onChange={(day) => onChange({ from: day && from && day < from ? undefined : from, to: day })}
      />
    </>
  );
};
