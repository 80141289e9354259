import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ExpandedConversation, Turn } from 'voice-agent-platform-client';
import { isGone } from '../api/faults.ts';
import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { useDoorbell } from '../api/use-doorbell.ts';
import { toastProblem } from '../kit/toasts.tsx';
import { loadRecording } from './recording.ts';
import { usePlayer } from './use-player.ts';
import { useTranscript } from './use-transcript.ts';

/** The pause between two readings of a call in progress, if no socket rings. */
const everyMs = 2000;

/** The last turn that has begun. */
const turnAt = (turns: readonly Turn[], seconds: number): number | undefined =>
  turns.findLast(({ start_ms }) => start_ms !== null && start_ms <= seconds * 1000)?.index;

/** A call with its transcript and its recording, which are asked for in one request. */
export const useCall = (id: string, startAt: number) => {
  const { api, may } = useSession();
  const client = useQueryClient();
  const followedMs = useDoorbell({
    watched: { conversation_id: id },
    read: () => {
      void client.invalidateQueries({ queryKey: ['conversation', id] });
      void client.invalidateQueries({ queryKey: ['transcript', id] });
    },
    enabled: client.getQueryData<ExpandedConversation>(['conversation', id])?.status === 'active',
    everyMs,
  });
  const mayListen = may('recordings:read');
  const query = useQuery({
    queryKey: ['conversation', id],
    queryFn: ({ signal, client }) => {
      // The audit log records every link, so a page that has one requests no second.
      const needsLink = mayListen && !client.getQueryData(['recording', id]);
      const known = client.getQueryData<ExpandedConversation>(['conversation', id]);
      const expand = [
        ...(['names', 'transcript'] as const),
        ...(needsLink ? (['recording'] as const) : []),
        // The words of a call that goes on, before they are in the transcript.
        ...(known === undefined || known.status === 'active' ? (['unsettled'] as const) : []),
      ];
      return api.conversations.get({ params: { conversation_id: id }, query: { expand }, signal });
    },
    refetchInterval: ({ state }) => (state.data?.status === 'active' ? followedMs : false),
  });
  const call = isGone(query.error) ? undefined : query.data;
  const { turns: later, found } = useTranscript(id, {
    from: call?.transcript.next_cursor,
    refetchInterval: call?.status === 'active' ? followedMs : false,
  });
  const first = call?.transcript.data;
  const unsettled = call?.unsettled_turns;
  const turns = useMemo(() => {
    const stored = [...(first ?? []), ...later];
    const next = (stored.at(-1)?.index ?? -1) + 1;
    return [...stored, ...(unsettled ?? []).filter(({ index }) => index >= next)];
  }, [first, later, unsettled]);
  const link = call?.recording;
  const mayHear = call?.audio.status === 'available' && mayListen;
  const recording = useQuery({
    queryKey: ['recording', id],
    queryFn: link ? ({ signal }) => loadRecording(api, id, link, signal) : skipToken,
    // A recording in memory lasts as long as the page, unlike a link, which expires after five minutes.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const player = usePlayer(id, recording.data, startAt);
  const review = useAction({
    send: (reviewed: boolean) =>
      api.conversations.update({ params: { conversation_id: id }, body: { reviewed } }),
    refresh: [['conversation', id], ['conversations']],
    onRefused: toastProblem,
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
    /** The turns after those that came with the call. */
    rest: found,
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
