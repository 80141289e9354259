import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';
import { formatDuration } from '../api/format.ts';
import { cx } from '../kit/cx.ts';
import { words } from '../words/index.ts';
import styles from './conversations.module.css';
import { isBad } from './marks.tsx';
import type { Moment } from './moments.ts';
import type { Peaks } from './recording.ts';

interface WaveProps {
  readonly audio: RefObject<HTMLAudioElement | null>;
  /** The length in seconds. */
  readonly length: number;
  readonly time: number;
  readonly playing: boolean;
  readonly channels: readonly Peaks[];
  /** Each has a line through the wave. */
  readonly moments: readonly Moment[];
  readonly onSeek: (seconds: number) => void;
}

const colorsOf = (element: Element) => {
  const style = getComputedStyle(element);
  const read = (name: string) => {
    // A canvas does not resolve `light-dark()`: an element does.
    (element as HTMLElement).style.color = `var(${name})`;
    const { color } = style;
    (element as HTMLElement).style.color = '';
    return color;
  };
  return { played: read('--accent-text'), ahead: read('--line-control'), head: read('--text') };
};

const barWidth = 3;

const draw = (canvas: HTMLCanvasElement, channels: readonly Peaks[], share: number): void => {
  const scale = window.devicePixelRatio;
  const { clientWidth: width, clientHeight: height } = canvas;
  canvas.width = width * scale;
  canvas.height = height * scale;
  const context = canvas.getContext('2d');
  if (!context) return;
  context.scale(scale, scale);
  const colors = colorsOf(canvas);
  const bars = Math.floor(width / barWidth);
  const lane = height / Math.max(1, channels.length);
  channels.forEach((peaks, number) => {
    for (let bar = 0; bar < bars; bar += 1) {
      const [from, to] = [bar, bar + 1].map((at) => Math.floor((at / bars) * peaks.length));
      const peak = Math.max(0, ...peaks.slice(from, Math.max((from ?? 0) + 1, to ?? 0)));
      const size = Math.max(1.5, peak * lane * 0.9);
      context.fillStyle = bar / bars < share ? colors.played : colors.ahead;
      context.fillRect(bar * barWidth, number * lane + (lane - size) / 2, barWidth - 1, size);
    }
  });
  context.fillStyle = colors.head;
  context.fillRect(Math.min(width - 2, share * width), 0, 2, height);
};

/** The waveform, a lane for each channel, with the position as a slider on top of it. */
export const Wave = ({ audio, length, time, playing, channels, moments, onSeek }: WaveProps) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const { current } = canvas;
    if (!current) return;
    let frame = 0;
    const paint = () => {
      draw(current, channels, length > 0 ? (audio.current?.currentTime ?? time) / length : 0);
      if (playing) frame = requestAnimationFrame(paint);
    };
    paint();
    const resized = new ResizeObserver(() => !playing && paint());
    resized.observe(current);
    return () => {
      cancelAnimationFrame(frame);
      resized.disconnect();
    };
  }, [audio, channels, length, playing, time]);
  return (
    <div className={styles.wave}>
      <canvas ref={canvas} />
      {length > 0 &&
        moments.map((moment, at) => (
          <span
            key={`${at.toString()} ${moment.name}`}
            className={cx(styles.tick, isBad(moment) && styles.bad)}
            style={{ left: `${Math.min(100, (moment.seconds / length) * 100)}%` }}
          />
        ))}
      <input
        type="range"
        className={styles.slider}
        aria-label={words.conversations.player.position}
        aria-valuetext={words.conversations.player.of(
          formatDuration(time * 1000),
          formatDuration(length * 1000),
        )}
        min={0}
        max={Math.max(1, Math.ceil(length))}
        step={1}
        value={Math.floor(time)}
        onChange={({ target }) => onSeek(Number(target.value))}
      />
    </div>
  );
};
