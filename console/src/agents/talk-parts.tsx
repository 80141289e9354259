import { useEffect, useRef, useState } from 'react';
import { LatencyBar } from '../chats/chat-log.tsx';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { useShortcut } from '../kit/use-shortcut.ts';
import { words } from '../words/index.ts';
import { captionAt } from './caption.ts';
import type { Levels } from './levels.ts';
import { barMs } from './levels.ts';
import styles from './talk.module.css';
import type { TalkControls } from './use-talk.ts';

const bars = 56;
/** The bar of this moment. Those after it are what the agent will say. */
const now = 40;
const lowest = 3;
const highest = 44;

const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Paints each frame while it is mounted. */
const useFrames = (paint: () => void): void => {
  const latest = useRef(paint);
  useEffect(() => {
    latest.current = paint;
  });
  useEffect(() => {
    let frame = 0;
    const again = () => {
      latest.current();
      frame = requestAnimationFrame(again);
    };
    again();
    return () => cancelAnimationFrame(frame);
  }, []);
};

/** A voice is at a tenth of what is possible, and quiet ones should be seen as well. */
const heightOf = (loudness: number): number =>
  Math.min(highest, lowest + highest * 1.6 * Math.sqrt(Math.max(0, loudness - 0.004)));

const Wave = ({ levels }: { readonly levels: Levels }) => {
  const wave = useRef<HTMLDivElement>(null);
  const still = isStill();
  const painted = useRef(0);
  useFrames(() => {
    if (still || !wave.current) return;
    const moment = Math.floor(performance.now() / barMs) * barMs;
    // The wave moves on by whole bars, which last several frames.
    if (moment === painted.current) return;
    painted.current = moment;
    for (const [at, bar] of [...wave.current.children].entries()) {
      const { loudness, who } = levels.at(moment + (at - now) * barMs);
      const { style, dataset } = bar as HTMLElement;
      style.blockSize = `${heightOf(loudness)}px`;
      dataset.who = who;
    }
  });
  return (
    <div ref={wave} className={styles.wave} aria-hidden="true">
      {Array.from({ length: bars }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a bar is a place.
        <span key={at} data-later={at > now || undefined} />
      ))}
    </div>
  );
};

type State = 'opening' | 'paused' | 'offline' | 'muted' | 'speaking' | 'hearing' | 'thinking' | 'listening';

const stateOf = ({ voice, loudspeaker, busy }: TalkControls): State => {
  if (!voice.isOnline) return 'offline';
  if (voice.status === 'opening') return 'opening';
  if (voice.status === 'paused') return 'paused';
  if (loudspeaker.turn !== undefined) return 'speaking';
  if (voice.words !== '') return 'hearing';
  if (busy) return 'thinking';
  return voice.isMuted ? 'muted' : 'listening';
};

interface TalkNowProps {
  readonly name: string;
  readonly talking: TalkControls;
  readonly onListen: () => void;
}

/** The speaker, the loudness and the words of this moment; below it, the keys of a talk by voice. */
export const TalkNow = ({ name, talking, onListen }: TalkNowProps) => {
  const { talk: texts } = words.agents;
  const { voice, loudspeaker, levels, talk, coming } = talking;
  const ring = useRef<HTMLSpanElement>(null);
  const state = stateOf(talking);
  const said = texts.now[state];
  const who = typeof said === 'string' ? said : said(name);
  const [at, setAt] = useState<number>();
  const spoken = talk?.turns.find(({ index }) => index === loudspeaker.turn)?.text ?? coming?.text ?? '';
  const { before, word, after, sentence } = captionAt(spoken, at ?? 0);
  const latency = [...(talk?.notes.values() ?? [])].findLast((note) => note.latency)?.latency;
  const isOpen = voice.status === 'on';
  const toggle = () => {
    if (isOpen) voice.toggleMuted();
    else if (voice.status !== 'opening') onListen();
  };
  const end = () => void talking.end();
  useShortcut('m', toggle, isOpen);
  useShortcut('escape', end, talk !== undefined);
  useFrames(() => {
    setAt(loudspeaker.progress()?.characters);
    const { loudness, who: speaker } = levels.at(performance.now());
    const level = speaker === 'user' && !voice.isMuted ? Math.min(1, loudness * 6) : 0;
    ring.current?.style.setProperty('--level', level.toFixed(2));
  });
  return (
    <div className={styles.foot}>
      <div className={styles.now} data-state={state}>
        <p className={styles.who} aria-hidden="true">
          <span className={styles.pulse} />
          {who}
        </p>
        <Wave levels={levels} />
        <p className={styles.caption} dir="auto" aria-hidden="true">
          {state === 'speaking' ? (
            <>
              {before}
              <b>{word}</b>
              <span>{after}</span>
            </>
          ) : (
            voice.words
          )}
        </p>
        {/* Sentence by sentence, and not word by word. */}
        <p className={kit.hidden} role="status">
          {state === 'speaking' ? `${name}: ${sentence}` : who}
        </p>
        {latency && (
          <p className={styles.latency}>
            <LatencyBar latency={latency} brief />
            <span>{texts.parts}</span>
          </p>
        )}
      </div>
      <div className={styles.keys}>
        <Button look="plain" className={kit.icon} aria-label={texts.type} onClick={talking.typeInstead}>
          <Icon name="keyboard" />
        </Button>
        <button
          // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed.
          autoFocus
          type="button"
          className={styles.mic}
          aria-label={isOpen ? (voice.isMuted ? texts.unmute : texts.mute) : texts.goOn}
          data-off={!isOpen || voice.isMuted || undefined}
          aria-disabled={voice.status === 'opening'}
          onClick={toggle}
        >
          <Icon name={voice.isMuted ? 'muted' : 'microphone'} />
          <span ref={ring} className={styles.level} aria-hidden="true" />
        </button>
        <Button className={cx(kit.icon, kit.danger)} aria-label={texts.hangUp} onClick={end}>
          <Icon name="hangUp" />
        </Button>
      </div>
      <p className={styles.hint}>
        {texts.hint(name)}{' '}
        <span className={styles.keyboard}>
          <kbd>M</kbd> {texts.mutes} <kbd>Esc</kbd> {texts.ends}
        </span>
      </p>
    </div>
  );
};
