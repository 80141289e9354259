import { useEffect, useMemo, useRef, useState } from 'react';
import { useSession } from '../api/session.ts';
import type { Recording } from './recording.ts';
import { silencesIn } from './recording.ts';

export type Side = 'both' | 'left' | 'right';

/**
 * Plays one of two channels on both sides. Made when it is first asked for: until then the browser plays as
 * it likes.
 */
const newSwitch = (audio: HTMLAudioElement) => {
  const context = new AudioContext();
  const source = context.createMediaElementSource(audio);
  const splitter = context.createChannelSplitter(2);
  const merger = context.createChannelMerger(2);
  source.connect(splitter);
  merger.connect(context.destination);
  return (side: Side) => {
    splitter.disconnect();
    splitter.connect(merger, side === 'right' ? 1 : 0, 0);
    splitter.connect(merger, side === 'left' ? 0 : 1, 1);
    void context.resume();
  };
};

/** The player of a recording, and the state that a page shows of it. */
export const usePlayer = (conversationId: string, recording: Recording | undefined, startAt: number) => {
  const { api } = useSession();
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [time, setTime] = useState(startAt);
  const [measured, setLength] = useState<number>();
  const length = measured ?? (recording?.link.duration_ms ?? 0) / 1000;
  const [speed, setSpeed] = useState(1);
  const [skipping, setSkipping] = useState(false);
  const [side, setSide] = useState<Side>('both');
  const switching = useRef<(side: Side) => void>(undefined);
  const renewed = useRef(0);
  const silences = useMemo(() => silencesIn(recording?.channels ?? []), [recording]);

  useEffect(() => {
    if (audio.current) audio.current.playbackRate = speed;
  }, [speed]);

  const seek = (seconds: number) => {
    setTime(seconds);
    if (audio.current) audio.current.currentTime = seconds;
  };

  const play = async (element: HTMLAudioElement) => {
    try {
      await element.play();
    } catch (problem) {
      // A press on pause before the sound begins interrupts it.
      if (!(problem instanceof DOMException && problem.name === 'AbortError')) throw problem;
    }
  };

  const toggle = () => {
    if (!audio.current) return;
    if (audio.current.paused) void play(audio.current);
    else audio.current.pause();
  };

  const chooseSide = (next: Side) => {
    if (!audio.current) return;
    switching.current ??= newSwitch(audio.current);
    switching.current(next);
    setSide(next);
  };

  const onTimeUpdate = () => {
    if (!audio.current) return;
    const { currentTime } = audio.current;
    setTime(currentTime);
    const pause = skipping && silences.find(([from, to]) => currentTime >= from && currentTime < to);
    if (pause) seek(pause[1]);
  };

  const onLoadedMetadata = () => {
    if (!audio.current) return;
    if (Number.isFinite(audio.current.duration)) setLength(audio.current.duration);
    audio.current.playbackRate = speed;
    if (time > 0) audio.current.currentTime = time;
  };

  /** A link lives five minutes: a recording that is streamed for longer needs another one. */
  const onError = async () => {
    const element = audio.current;
    if (!element || recording?.channels || renewed.current > time) return;
    renewed.current = time + 1;
    const { url } = await api.recordings.get({ params: { conversation_id: conversationId } });
    element.src = url;
    if (playing) await play(element);
  };

  return {
    audio,
    playing,
    time,
    length,
    speed,
    setSpeed,
    skipping,
    setSkipping,
    side,
    chooseSide,
    seek,
    toggle,
    /** Of the `audio` element. */
    events: {
      onPlay: () => setPlaying(true),
      onPause: () => setPlaying(false),
      onEnded: () => setPlaying(false),
      onTimeUpdate,
      onLoadedMetadata,
      onError: () => void onError(),
    },
  };
};

export type Player = ReturnType<typeof usePlayer>;
