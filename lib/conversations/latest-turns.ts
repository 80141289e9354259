import type { ConversationItem } from '#lib/contract/conversations.ts';
import { maxLatestTurns } from '#lib/contract/conversations.ts';
import { cut } from '#lib/domain/text.ts';
import { forEachConcurrently } from '#lib/store/concurrently.ts';
import { turnsOfNewest } from './turns.ts';

const shownTextBytes = 500;

const readAtOnce = 10;

type LatestTurns = NonNullable<ConversationItem['latest_turns']>;

/** A turn as a list shows it. */
export const asLatestTurn = ({ index, role, text }: LatestTurns[number]): LatestTurns[number] => ({
  index,
  role,
  text: cut(text, shownTextBytes),
});

/** The last turns of a conversation, in order. */
const latestTurns = async (conversationId: string): Promise<LatestTurns> =>
  (await turnsOfNewest(conversationId, maxLatestTurns)).slice(-maxLatestTurns).map(asLatestTurn);

/** A page of conversations with their last turns. */
export const withLatestTurns = async <
  Item extends { readonly id: string },
  Page extends { readonly data: readonly Item[] },
>(
  page: Page & { readonly data: readonly Item[] },
): Promise<Page & { data: (Item & { latest_turns: LatestTurns })[] }> => {
  const found = new Map<string, LatestTurns>();
  await forEachConcurrently(page.data, readAtOnce, async ({ id }) => found.set(id, await latestTurns(id)));
  return { ...page, data: page.data.map((item) => ({ ...item, latest_turns: found.get(item.id) ?? [] })) };
};
