import { createClient } from '#lib/client.ts';
import { listOwnersOf } from '#lib/data/lists/shards.ts';
import { buildIndex } from '#lib/data/search/build.ts';
import { readOwnerIndex } from '#lib/data/search/owner-index.ts';
import { indexConversations } from '#lib/data/search/search-index.ts';
import type { PlatformDescription } from '#lib/local/platform.ts';
import { readDialogues, turnsOf } from '../test/support/dialogues.ts';
import type { costOf as CostOf } from './measured.ts';
import { rounded } from './quantiles.ts';
import type { Landmarks } from './world.ts';

/** What the search index of many conversations uses, for each of them. */
export interface IndexedFigures {
  readonly conversations: number;
  readonly words: number;
  /** To write terms and text. */
  readonly writeUnits: number;
  /** To move terms into segments, and to merge these. */
  readonly buildUnits: number;
  /** Of the segments of all levels. */
  readonly segmentBytes: number;
}

const wordsIn = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** As many conversations as make segments of segments. */
const conversations = 512;
/** So many fresh ones begin a segment. */
const between = 64;

/** The turns of real dialogues from one on, until so many words were said. */
const turnsFrom = (at: number, words: number) => {
  const dialogues = readDialogues();
  const turns: ReturnType<typeof turnsOf> = [];
  let said = 0;
  for (let next = at; said < words; next += 1) {
    for (const turn of turnsOf(dialogues[next % dialogues.length] as (typeof dialogues)[number])) {
      if (said >= words) break;
      said += wordsIn(turn.text);
      turns.push({ ...turn, index: turns.length });
    }
  }
  return { turns, said };
};

/** Indexes conversations of so many words one by one, which is what a quiet platform does, and builds what there is to build. */
export const measureIndexed = async (
  { base_url, api_key }: PlatformDescription,
  { agent, location, path }: Landmarks,
  costOf: typeof CostOf,
  words: number,
): Promise<IndexedFigures> => {
  const api = createClient({ baseUrl: base_url, apiKey: api_key });
  const owners = listOwnersOf(path).map(({ id }) => id);
  const build = async () => {
    for (const owner of owners) await buildIndex(owner, () => true);
  };
  const bytes = async (): Promise<number> => {
    const indexes = await Promise.all(owners.map(readOwnerIndex));
    return indexes.flatMap(({ segments }) => segments).reduce((sum, segment) => sum + segment.bytes, 0);
  };
  await build();
  const before = await bytes();
  let [said, writeUnits, buildUnits] = [0, 0, 0];
  for (let at = 0; at < conversations; at += 1) {
    const { turns, said: count } = turnsFrom(at * 4, words);
    said += count;
    const { id } = await api.conversations.create({
      body: { agent_id: agent, client_id: location, status: 'completed', duration_ms: 300_000, turns },
    });
    writeUnits += (await costOf(() => indexConversations([id]))).writeUnits;
    if ((at + 1) % between === 0) buildUnits += (await costOf(build)).writeUnits;
  }
  return {
    conversations,
    words: Math.round(said / conversations),
    writeUnits: rounded(writeUnits / conversations),
    buildUnits: rounded(buildUnits / conversations),
    segmentBytes: Math.round(((await bytes()) - before) / conversations),
  };
};
