import { createClient } from '#lib/client.ts';
import type { PlatformDescription } from '#lib/local/platform.ts';
import { readDialogues, turnsOf } from '../test/support/dialogues.ts';
import { quantile } from './quantiles.ts';
import type { Landmarks } from './world.ts';

/** How long it takes until a conversation that was recorded can be found, in milliseconds. */
export const findableAfter = async (
  { base_url, api_key }: PlatformDescription,
  { agent, location }: Landmarks,
): Promise<{ readonly p50: number; readonly most: number }> => {
  const api = createClient({ baseUrl: base_url, apiKey: api_key });
  const dialogue = readDialogues().find(({ turns }) => turns.length === 18);
  const times: number[] = [];
  for (let at = 0; at < 30; at += 1) {
    const word = `findable${Date.now()}x${at}`;
    const turns = [{ role: 'agent' as const, text: word }, ...(dialogue ? turnsOf(dialogue) : [])];
    await api.conversations.create({
      body: {
        agent_id: agent,
        client_id: location,
        status: 'completed',
        turns: turns.map((turn, index) => ({ ...turn, index })),
      },
    });
    const recorded = performance.now();
    for (;;) {
      const { data } = await api.conversations.list({ query: { q: word, client_id: location } });
      if (data.length > 0) break;
    }
    times.push(performance.now() - recorded);
  }
  // The first one waits for whatever the index had yet to look at.
  const after = times.slice(1).map(Math.round);
  return { p50: quantile(after, 0.5), most: Math.max(...after) };
};
