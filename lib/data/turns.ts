import type { Turn } from '#lib/contract/transcripts.ts';
import { chunk } from '#lib/domain/transcript.ts';
import { turnsKey } from './keys.ts';
import type { Item } from './table.ts';

/** Turns as items: as many together as keep to a chunk's size. */
export const turnsItems = (conversationId: string, turns: readonly Turn[]): Item[] =>
  chunk(turns).map((together) => ({
    ...turnsKey(conversationId, together[0]?.index ?? 0),
    turns: JSON.stringify(together),
  }));

export const turnsFromItem = (item: Item): Turn[] => JSON.parse(item.turns as string) as Turn[];
