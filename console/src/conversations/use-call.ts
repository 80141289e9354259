import { useQuery } from '@tanstack/react-query';
import type { Turn } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { loadRecording } from './recording.ts';
import { usePlayer } from './use-player.ts';
import { useTranscript } from './use-transcript.ts';

/** A call that goes on is read again so often. */
const everyMs = 4000;

/** The last turn that has begun. */
const turnAt = (turns: readonly Turn[], seconds: number): number | undefined =>
  turns.findLast(({ start_ms }) => start_ms !== null && start_ms <= seconds * 1000)?.index;

/** A call with its transcript and its recording, which are asked for together. */
export const useCall = (id: string, startAt: number) => {
  const { api, may } = useSession();
  const query = useQuery({
    queryKey: ['conversation', id],
    queryFn: ({ signal }) =>
      api.conversations.get({ params: { conversation_id: id }, query: { expand: ['names'] }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'active' ? everyMs : false),
  });
  const call = query.data;
  const { turns, found } = useTranscript(id, call?.status === 'active' ? everyMs : false);
  const mayHear = call?.audio.status === 'available' && may('recordings:read');
  const recording = useQuery({
    queryKey: ['recording', id],
    queryFn: ({ signal }) => loadRecording(api, id, signal),
    enabled: mayHear,
    // A recording in memory lasts as long as the page, unlike a link, which expires after five minutes.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const player = usePlayer(id, recording.data, startAt);
  const review = useAction({
    send: (reviewed: boolean) =>
      api.conversations.update({ params: { conversation_id: id }, body: { reviewed } }),
    refresh: [['conversation', id], ['conversations']],
  });
  const at = player.time > 0 || player.playing ? player.time : startAt;
  const seek = (seconds: number) => {
    player.seek(seconds);
    if (!player.playing) player.toggle();
  };
  return {
    query,
    call,
    turns,
    transcript: found,
    mayHear,
    recording,
    player,
    review,
    /** The turn that is heard. */
    current: at > 0 || player.playing ? turnAt(turns, at) : undefined,
    onSeek: recording.data && seek,
  };
};

export type Call = ReturnType<typeof useCall>;
