import type { KeyboardEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { formatDuration } from '../api/format.ts';
import { cx } from '../kit/cx.ts';
import { Icon } from '../kit/icons.tsx';
import { words } from '../words/index.ts';
import styles from './conversations.module.css';
import type { Moment } from './moments.ts';
import { momentKinds } from './moments.ts';

/** The width of a mark, which is what a finger needs. */
const markWidth = 26;

const icons = {
  failed: 'failure',
  toolFailed: 'bolt',
  interrupted: 'cutoff',
  silence: 'clock',
  tool: 'bolt',
  passed: 'success',
} as const;

export const isBad = ({ kind }: Moment): boolean => kind === 'failed' || kind === 'toolFailed';

interface Mark {
  readonly left: number;
  /** Those that have no room for a mark each share one. */
  readonly moments: readonly Moment[];
}

const marksOf = (moments: readonly Moment[], length: number, width: number): readonly Mark[] => {
  const marks: { left: number; moments: Moment[] }[] = [];
  for (const moment of moments) {
    const left = Math.max(markWidth / 2, Math.min(width - markWidth / 2, (moment.seconds / length) * width));
    const last = marks.at(-1);
    if (last && left - last.left < markWidth) last.moments.push(moment);
    else marks.push({ left, moments: [moment] });
  }
  return marks;
};

/** The arrow keys go from mark to mark, and not through the recording. */
const followArrows = (event: KeyboardEvent<HTMLElement>) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  buttons[buttons.indexOf(event.target as HTMLButtonElement) + step]?.focus();
  event.preventDefault();
  event.stopPropagation();
};

interface MarksProps {
  readonly moments: readonly Moment[];
  /** The length of the recording in seconds. */
  readonly length: number;
  readonly onSeek: (seconds: number) => void;
}

/** Moments that are worth hearing, below their places in the wave. All marks are one stop of the Tab key. */
export const Marks = ({ moments, length, onSeek }: MarksProps) => {
  const lane = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    const { current: element } = lane;
    if (!element) return;
    const measured = new ResizeObserver(() => setWidth(element.clientWidth));
    measured.observe(element);
    return () => measured.disconnect();
  }, []);
  const marks = width > 0 ? marksOf(moments, length, width) : [];
  return (
    <div
      ref={lane}
      className={styles.marks}
      role="toolbar"
      aria-label={words.conversations.player.marks.label}
      onKeyDown={followArrows}
    >
      {marks.map(({ left, moments: [first, ...others] }, at) => {
        if (!first) return null;
        const together = [first, ...others];
        const kind = momentKinds.find((one) => together.some((moment) => moment.kind === one)) ?? 'tool';
        return (
          <button
            key={left}
            type="button"
            className={cx(styles.mark, together.some(isBad) && styles.bad)}
            style={{ left }}
            tabIndex={at === Math.min(current, marks.length - 1) ? 0 : -1}
            onFocus={() => setCurrent(at)}
            onClick={() => onSeek(first.seconds)}
          >
            <Icon name={icons[kind]} />
            <span className={cx(styles.tip, left > width / 2 && styles.before)}>
              {together.map(({ name, seconds }, number) => (
                <span key={`${number.toString()} ${name}`}>
                  {words.conversations.player.marks.at(name, formatDuration(seconds * 1000))}
                </span>
              ))}
            </span>
          </button>
        );
      })}
    </div>
  );
};
