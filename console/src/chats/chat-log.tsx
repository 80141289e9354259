import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import type { Money, Turn } from 'voice-agent-platform-client';
import { formatMoney, formatNumber } from '../api/format.ts';
import { cx } from '../kit/cx.ts';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { scrolled } from '../kit/scrolled.ts';
import { TimeBar } from '../kit/time-bar.tsx';
import { words } from '../words/index.ts';
import styles from './chats.module.css';
import type { ToolProgress } from './send-message.ts';
import { RunningTool, Tool, Unheard } from './turn-parts.tsx';

/** The time from the user's last word to the agent's first sound, in its parts. Milliseconds. */
export interface Latency {
  /** The silence that was waited for; undefined: the words were written. */
  readonly heard?: number | undefined;
  /** Until the first word of the answer. */
  readonly thought: number;
  /** Until that was heard. */
  readonly spoken: number;
}

/** Details of an answer beside its turn. */
export interface AnswerNote {
  readonly latency?: Latency;
  /** The node of the flow after it. */
  readonly node?: string | null;
  readonly cost?: Money | null;
  /** The documents that the agent read. */
  readonly documents?: readonly string[];
}

/** An answer that is on its way. */
export interface ComingAnswer {
  /** Null: its words are shown elsewhere. */
  readonly text: string | null;
  readonly tools: readonly ToolProgress[];
}

interface LatencyBarProps {
  readonly latency: Latency;
  /** Without the time of each part. */
  readonly brief?: boolean;
}

export const LatencyBar = ({ latency, brief = false }: LatencyBarProps) => {
  const { heard = 0, thought, spoken } = latency;
  const { parts, seconds } = words.chats;
  const ms = (value: number) => formatNumber(Math.round(value));
  const total = (heard + thought + spoken) / 1000;
  return (
    <>
      <TimeBar parts={[heard, thought, spoken]} waits />
      <strong>{seconds(formatNumber(Math.round(total * 10) / 10))}</strong>
      <span className={brief ? kit.hidden : undefined}>
        {[heard > 0 && parts.heard(ms(heard)), parts.thought(ms(thought)), parts.spoken(ms(spoken))]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </>
  );
};

/** The work for an answer: its time, tokens, cost, model, documents. */
const Work = ({ turn, note }: { readonly turn: Turn; readonly note: AnswerNote | undefined }) => {
  const { usage } = turn;
  if (!usage) {
    return turn.unheard ? <p className={styles.work}>{words.chats.interrupted}</p> : null;
  }
  const { first_token_ms, latency_ms, input_tokens, output_tokens, model } = usage;
  const latency = note?.latency;
  const facts = [
    !latency && first_token_ms !== null && words.chats.firstWord(formatNumber(first_token_ms)),
    input_tokens + output_tokens > 0 &&
      words.chats.tokens(formatNumber(input_tokens), formatNumber(output_tokens)),
    note?.cost && formatMoney(note.cost),
    model !== 'rehearsal' && model,
    note?.documents && note.documents.length > 0 && words.chats.from(note.documents.join(', ')),
  ].filter(Boolean);
  return (
    <p className={styles.work}>
      {turn.unheard && <span>{words.chats.interrupted}</span>}
      {latency && <LatencyBar latency={latency} />}
      {!latency && first_token_ms !== null && (
        <TimeBar parts={[first_token_ms, Math.max(0, latency_ms - first_token_ms)]} />
      )}
      {!latency && <strong>{words.chats.milliseconds(formatNumber(latency_ms))}</strong>}
      {facts.length > 0 && <span>{facts.join(' · ')}</span>}
    </p>
  );
};

const Moved = ({ from, to }: { readonly from: string; readonly to: string }) => (
  <p className={styles.aside}>
    <Icon name="branch" />
    <span>
      <span className={kit.hidden}>{words.chats.moved}</span> {from} <span data-flips>→</span> {to}
    </span>
  </p>
);

interface BubbleProps {
  readonly who: string;
  /** Shown above the words, and not only to screen readers. */
  readonly named?: boolean;
  readonly own: boolean;
  /** Said by the agent where people answer beside it. */
  readonly quiet?: boolean;
  readonly children: ReactNode;
}

const Bubble = ({ who, named = false, own, quiet = false, children }: BubbleProps) => (
  <div className={cx(styles.said, own && styles.own, quiet && styles.quiet)}>
    <span className={named ? styles.who : kit.hidden}>
      <bdi>{who}</bdi>
      {!named && ': '}
    </span>
    <div className={styles.bubble} dir="auto">
      {children}
    </div>
  </div>
);

interface ChatLogProps {
  readonly label: string;
  readonly turns: readonly Turn[];
  /** By the index of the answer's last turn. */
  readonly notes?: ReadonlyMap<number, AnswerNote>;
  /** The node at which the chat began. */
  readonly start?: string | null;
  /** The speaker whose words are aligned to the end of the line. */
  readonly own: 'user' | 'agent';
  /** Without bubbles, beside a talk that is heard. */
  readonly plain?: boolean;
  /** Whether somebody else tells screen readers what is said. */
  readonly silent?: boolean;
  /** The names of those who speak. */
  readonly names: { readonly user: string; readonly agent: string };
  /** Words that were sent, and are not a turn yet. */
  readonly sent?: string | undefined;
  readonly coming?: ComingAnswer | undefined;
  /** Below the last words. */
  readonly children?: ReactNode;
}

/** A chat as it is written, with the latest words in sight. */
export const ChatLog = ({
  label,
  turns,
  notes,
  start = null,
  own,
  plain = false,
  silent = false,
  names,
  sent,
  coming,
  children,
}: ChatLogProps) => {
  const log = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is added is scrolled to.
  useEffect(() => {
    if (follows.current && log.current) log.current.scrollTop = log.current.scrollHeight;
  }, [turns, sent, coming, children]);
  let node = start;
  return (
    <div
      ref={log}
      role="log"
      aria-label={label}
      aria-busy={coming !== undefined}
      aria-live={silent ? 'off' : undefined}
      className={cx(styles.log, plain && styles.plain)}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < 48;
      }}
      {...scrolled}
    >
      {turns.map((turn) => {
        const { index, role, text, author, tool_calls } = turn;
        const note = notes?.get(index);
        const before = node;
        if (note?.node) node = note.node;
        return (
          <div key={index} className={styles.turn}>
            {before && node && before !== node && <Moved from={before} to={node} />}
            {tool_calls.map((call, at) => (
              <Tool key={call.id ?? at} call={call} />
            ))}
            {(text !== '' || turn.unheard) && (role === 'user' || role === 'agent') && (
              <Bubble
                who={author ?? names[role]}
                named={author !== undefined || (own === 'agent' && role === own)}
                own={role === own}
                quiet={own === 'agent' && author === undefined}
              >
                {text}
                <Unheard turn={turn} />
              </Bubble>
            )}
            {text !== '' && role !== 'user' && role !== 'agent' && <p className={styles.aside}>{text}</p>}
            {own === 'user' && <Work turn={turn} note={note} />}
          </div>
        );
      })}
      {sent !== undefined && (
        <Bubble who={names.user} own={own === 'user'}>
          {sent}
        </Bubble>
      )}
      {coming && (
        <div className={styles.turn} aria-live="off">
          {coming.tools.map((tool, at) => (
            <RunningTool key={`${at.toString()}${tool.name}`} {...tool} />
          ))}
          {coming.text !== null && (
            <Bubble who={names.agent} own={own === 'agent'}>
              {coming.text || <span className={styles.dots} title={words.chats.writing} />}
            </Bubble>
          )}
        </div>
      )}
      {children}
    </div>
  );
};
