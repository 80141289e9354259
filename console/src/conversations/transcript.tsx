import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import type { Turn } from 'voice-agent-platform-client';
import { formatDuration, formatNumber, inWords } from '../api/format.ts';
import { Tool, Unheard } from '../chats/turn-parts.tsx';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { TimeBar } from '../kit/time-bar.tsx';
import { words } from '../words/index.ts';
import styles from './conversations.module.css';
import { Highlight } from './highlight.tsx';

/** The speaker of a turn, or the person who gave an instruction. */
const speakerOf = ({ role, author }: Turn): string => {
  const { speakers, instruction } = words.conversations.transcript;
  if (author === undefined) return speakers[role] ?? inWords(role);
  return role === 'system' ? instruction(author) : author;
};

/** The times of an answer, one after the other. */
const Latency = ({ turn: { usage } }: { readonly turn: Turn }) => {
  const { transcript } = words.conversations;
  if (!usage) return null;
  const { first_token_ms: first, first_sentence_ms: sentence = null, latency_ms } = usage;
  const whole = Math.max(latency_ms, sentence ?? 0, first ?? 0);
  const ends = [first, sentence, whole].filter((end) => end !== null).sort((one, other) => one - other);
  const shown = (ms: number | null) => (ms === null ? null : formatNumber(ms));
  return (
    <p className={cx(styles.latency, kit.small, kit.muted)}>
      <TimeBar parts={ends.map((end, at) => end - (ends[at - 1] ?? 0))} />
      <span className={kit.figures}>
        {transcript.parts(shown(first), shown(sentence), formatNumber(whole))}
      </span>
    </p>
  );
};

const Said = ({ turn, q }: { readonly turn: Turn; readonly q?: string | undefined }) => (
  <>
    <span className={cx(kit.small, kit.muted, kit.figures)}>
      {turn.start_ms === null ? '' : formatDuration(turn.start_ms)}
    </span>
    <span dir="auto">
      <span className={styles.who}>
        <bdi>{speakerOf(turn)}</bdi>
      </span>
      <br />
      <Highlight text={turn.text} q={q} />
      <Unheard turn={turn} />
      {turn.unheard && turn.unheard.reported_by !== 'platform' && (
        <span className={cx(kit.small, kit.muted)}> {words.chats.interrupted}</span>
      )}
    </span>
  </>
);

interface TranscriptProps {
  readonly turns: readonly Turn[];
  readonly q?: string | undefined;
  /** The index of the turn that is heard. */
  readonly current?: number | undefined;
  /** Keeps the current turn in view. */
  readonly follow?: boolean;
  /** Absent where nothing can be heard. */
  readonly onSeek?: ((seconds: number) => void) | undefined;
  /** Notes on a turn, shown below it. */
  readonly about?: (index: number) => ReactNode;
}

/** The turns in order. With a recording, a press on a turn plays from there. */
export const Transcript = ({ turns, q, current, follow = false, onSeek, about }: TranscriptProps) => {
  const shown = useRef<HTMLElement>(null);
  useEffect(() => {
    if (follow && current !== undefined)
      shown.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }, [current, follow]);
  return (
    <ol className={styles.turns} aria-label={words.conversations.transcript.title}>
      {turns.map((turn) => {
        const isCurrent = turn.index === current;
        const shared = {
          className: styles.turn,
          'data-role': turn.role,
          ...(isCurrent && { 'aria-current': true, ref: shown as never }),
        } as const;
        const { start_ms } = turn;
        return (
          <li key={turn.index}>
            {onSeek && start_ms !== null ? (
              <button type="button" {...shared} onClick={() => onSeek(start_ms / 1000)}>
                <Said turn={turn} q={q} />
              </button>
            ) : (
              <div {...shared}>
                <Said turn={turn} q={q} />
              </div>
            )}
            <Latency turn={turn} />
            {turn.tool_calls.map((call, at) => (
              <div key={call.id ?? at} className={styles.tool}>
                <Tool call={call} />
              </div>
            ))}
            {about?.(turn.index)}
          </li>
        );
      })}
    </ol>
  );
};
