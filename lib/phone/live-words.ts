import { readChat } from '#lib/chats/sessions.ts';
import type { ConversationItem } from '#lib/contract/conversations.ts';
import { maxLatestTurns } from '#lib/contract/conversations.ts';
import type { Turn } from '#lib/contract/transcripts.ts';
import { controlsOf } from '#lib/conversations/controls.ts';
import { asLatestTurn, withLatestTurns } from '#lib/conversations/latest-turns.ts';
import { withAuthors } from '#lib/people/authors.ts';
import { forEachConcurrently } from '#lib/store/concurrently.ts';
import { unsettledTurns } from './changed-call.ts';
import { asLiveCall, readLivePhoneCall } from './hold-call.ts';

/*
 * The words of a call that goes on wait for their fate in its session. Whoever follows the call sees them
 * before they are in the transcript.
 */

/** The turns of a call that are not in the transcript yet; none if it is over or held elsewhere. */
export const unsettledTurnsOf = async (conversationId: string): Promise<readonly Turn[]> => {
  const call = await readLivePhoneCall(conversationId);
  return call ? withAuthors(unsettledTurns(call.conversation, call.voice)) : [];
};

const readAtOnce = 10;

interface LiveFields {
  readonly latest_turns: NonNullable<ConversationItem['latest_turns']>;
  readonly controls: NonNullable<ConversationItem['controls']>;
}

/** The last words of calls, and the interventions in them. */
const readLiveCalls = async (
  items: readonly Pick<ConversationItem, 'id' | 'channel'>[],
): Promise<ReadonlyMap<string, LiveFields>> => {
  const known = new Map<string, LiveFields>();
  const calls = items.filter(({ channel }) => channel === 'phone');
  await forEachConcurrently(calls, readAtOnce, async ({ id }) => {
    const found = await readChat(id);
    if (!found) return;
    const call = asLiveCall(found);
    known.set(id, {
      controls: [...controlsOf(found.conversation)],
      latest_turns: call ? unsettledTurns(call.conversation, call.voice).map(asLatestTurn) : [],
    });
  });
  return known;
};

/**
 * A page of conversations with their last turns, and the interventions in them. Calls are read first, so
 * that turns which are stored meanwhile are in the answer, and once.
 */
export const withLiveWords = async <
  Item extends Pick<ConversationItem, 'id' | 'channel'>,
  Page extends { readonly data: readonly Item[] },
>(
  page: Page & { readonly data: readonly Item[] },
): Promise<Page & { data: (Item & LiveFields)[] }> => {
  const live = await readLiveCalls(page.data);
  const followed: Page & { data: (Item & Pick<LiveFields, 'latest_turns'>)[] } = await withLatestTurns<
    Item,
    Page
  >(page);
  const data = followed.data.map((item: Item & Pick<LiveFields, 'latest_turns'>) => {
    const { latest_turns = [], controls = [] } = live.get(item.id) ?? {};
    const stored = item.latest_turns.at(-1)?.index ?? -1;
    const later = latest_turns.filter(({ index }) => index > stored);
    return { ...item, latest_turns: [...item.latest_turns, ...later].slice(-maxLatestTurns), controls };
  });
  return { ...followed, data };
};
