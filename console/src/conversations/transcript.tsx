import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import type { Turn } from 'voice-agent-platform-client';
import { formatDuration, inWords } from '../api/format.ts';
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

const Said = ({ turn, q }: { readonly turn: Turn; readonly q?: string | undefined }) => (
  <>
    <span className={cx(kit.small, kit.muted, kit.figures)}>
      {turn.start_ms === null ? '' : formatDuration(turn.start_ms)}
    </span>
    <span dir="auto">
      <span className={styles.who}>
        {words.conversations.transcript.speakers[turn.role] ?? inWords(turn.role)}
      </span>
      <br />
      <Highlight text={turn.text} q={q} />
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
