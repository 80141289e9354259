import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import type { Turn } from 'voice-agent-platform-client';
import { formatDuration, formatNumber, inWords } from '../api/format.ts';
import { Badge } from '../kit/badge.tsx';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { words } from '../words/index.ts';
import styles from './conversations.module.css';
import { Highlight } from './highlight.tsx';

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);

const ToolCall = ({ call }: { readonly call: Turn['tool_calls'][number] }) => (
  <details className={cx(styles.tool, kit.small)}>
    <summary>
      {words.conversations.transcript.tool} <code>{call.name}</code>{' '}
      {call.error ? <Badge tone="bad">{words.conversations.transcript.failed}</Badge> : null}
    </summary>
    <pre>{asText(call.arguments)}</pre>
    {call.result !== null && <pre>→ {asText(call.result)}</pre>}
    {call.error !== null && <pre>{asText(call.error)}</pre>}
  </details>
);

/** The speaker of a turn, or the person who gave an instruction. */
const speakerOf = ({ role, author }: Turn): string => {
  const { speakers, instruction } = words.conversations.transcript;
  if (author === undefined) return speakers[role] ?? inWords(role);
  return role === 'system' ? instruction(author) : author;
};

/** The rest of an answer that the caller did not hear, after the words that were heard. */
const Unheard = ({ turn: { unheard } }: { readonly turn: Turn }) => {
  const { transcript } = words.conversations;
  if (!unheard) return null;
  return (
    <>
      {' '}
      <span className={kit.hidden}>{transcript.unheard}</span>{' '}
      <s className={styles.unheard}>{unheard.text}</s>{' '}
      {unheard.reported_by !== 'platform' && (
        <span className={cx(kit.small, kit.muted)}>{transcript.interrupted}</span>
      )}
    </>
  );
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
      <span className={styles.latencyBar} aria-hidden="true">
        {ends.map((end, at) => (
          <span key={`${at.toString()} ${end}`} style={{ flexGrow: end - (ends[at - 1] ?? 0) }} />
        ))}
      </span>
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
              <ToolCall key={call.id ?? at} call={call} />
            ))}
            {about?.(turn.index)}
          </li>
        );
      })}
    </ol>
  );
};
