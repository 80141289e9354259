import { useMemo } from 'react';
import type { ExpandedConversation, Turn } from 'voice-agent-platform-client';
import type { Judgment } from '../analyzers/use-analyses.ts';
import { formatDuration } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { Download } from '../kit/download.tsx';
import { CheckField, SelectField } from '../kit/field.tsx';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { words } from '../words/index.ts';
import styles from './conversations.module.css';
import { Marks } from './marks.tsx';
import { momentsOf } from './moments.ts';
import type { Recording } from './recording.ts';
import { recordingName } from './recording-name.ts';
import type { Player as PlayerState, Side } from './use-player.ts';
import { Wave } from './wave.tsx';

const speeds = ['0.75', '1', '1.25', '1.5', '2'].map((value) => ({ value, label: `${value}×` }));
const sides = ['both', 'left', 'right'] as const;

/** The address of this conversation at a second. */
const linkTo = (conversationId: string, seconds: number): string => {
  return `${window.location.origin}/conversations/${conversationId}?t=${Math.floor(seconds)}`;
};

const noPeaks = [[]] as const;

interface PlayerProps {
  readonly call: ExpandedConversation;
  readonly player: PlayerState;
  readonly recording: Recording;
  readonly turns: readonly Turn[];
  readonly judgments: readonly Judgment[];
  /** Plays from a second. */
  readonly onSeek: (seconds: number) => void;
}

export const Player = ({ call, player, recording, turns, judgments, onSeek }: PlayerProps) => {
  const { playing, time, length, speed, skipping, side } = player;
  const { api } = useSession();
  const { channels, url, isWhole, link } = recording;
  const labels = words.conversations.player;
  const moments = useMemo(() => momentsOf(recording, turns, judgments), [recording, turns, judgments]);
  const copyLink = labels.copyLink(formatDuration(Math.floor(time) * 1000));
  return (
    <section className={styles.player} aria-label={labels.label}>
      <audio ref={player.audio} src={url} preload="metadata" {...player.events} />
      <Wave
        audio={player.audio}
        length={length}
        time={time}
        playing={playing}
        channels={channels ?? noPeaks}
        moments={moments}
        onSeek={player.seek}
      />
      {moments.length > 0 && length > 0 && <Marks moments={moments} length={length} onSeek={onSeek} />}
      <div className={kit.row}>
        <Button
          look="primary"
          className={kit.icon}
          aria-label={playing ? labels.pause : labels.play}
          onClick={player.toggle}
        >
          <Icon name={playing ? 'pause' : 'play'} />
        </Button>
        <span className={kit.figures} data-testid="time">
          {formatDuration(time * 1000)} / {formatDuration(length * 1000)}
        </span>
        <span className={kit.grow} />
        <SelectField
          label={labels.speed}
          labelHidden
          value={String(speed)}
          options={speeds}
          onChange={({ target }) => player.setSpeed(Number(target.value))}
        />
        {channels?.length === 2 && (
          <SelectField
            label={labels.channels}
            labelHidden
            value={side}
            options={sides.map((value) => ({ value, label: labels.sides[value] }))}
            onChange={({ target }) => player.chooseSide(target.value as Side)}
          />
        )}
        {channels && (
          <CheckField
            label={labels.skip}
            checked={skipping}
            onChange={({ target }) => player.setSkipping(target.checked)}
          />
        )}
        <CopyButton look="plain" title={copyLink} text={linkTo(call.id, time)}>
          <Icon name="link" />
          <span className={kit.hidden}>{copyLink}</span>
        </CopyButton>
        <Download
          look="plain"
          className={kit.icon}
          title={labels.download}
          aria-label={labels.download}
          link={async () => {
            // Also for a copy that is here already: the log has who has saved it.
            const saved = await api.recordings.get({
              params: { conversation_id: call.id },
              query: { download: 'true' },
            });
            return isWhole ? { url, name: recordingName(call, link) } : saved;
          }}
        >
          <Icon name="download" />
        </Download>
      </div>
    </section>
  );
};
