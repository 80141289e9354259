import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocalModel } from '#lib/local/platform.ts';
import { startPlatform } from '#lib/local/platform.ts';
import { ownerAt } from '#lib/store/lists/shards.ts';
import type { Dialogue } from '../test/support/dialogues.ts';
import { readDialogues, turnsOf } from '../test/support/dialogues.ts';
import { providerUrls, startProviderServers } from '../test/support/provider-servers/index.ts';
import { usersOf } from '../test/support/users.ts';
import type { UnitsUsed } from './figure.ts';
import { rounded } from './figure.ts';

export const noUnits: UnitsUsed = { calls: 0, readUnits: 0, writeUnits: 0 };

export const plus = (one: UnitsUsed, other: UnitsUsed): UnitsUsed => ({
  calls: one.calls + other.calls,
  readUnits: one.readUnits + other.readUnits,
  writeUnits: one.writeUnits + other.writeUnits,
});

/** Of units that several things consumed, those of each. */
export const each = (used: UnitsUsed, count: number): UnitsUsed => ({
  calls: rounded(used.calls / count),
  readUnits: rounded(used.readUnits / count),
  writeUnits: rounded(used.writeUnits / count),
});

/** Reads the cost from an answer's header: `db;dur=3.1;desc="2 calls, 1.0 RCU, 0 WCU"`. */
export const costIn = ({ headers }: Response): UnitsUsed => {
  const said = headers.get('server-timing')?.match(/"(\d+) calls, ([\d.]+) RCU, ([\d.]+) WCU"/);
  const [calls = 0, readUnits = 0, writeUnits = 0] = said?.slice(1).map(Number) ?? [];
  return { calls, readUnits, writeUnits };
};

/**
 * A platform in this process and in memory, with lists as in AWS. Unless it follows, nothing happens beside
 * what is measured.
 */
export const startMeasured = async ({
  following = false,
  model,
}: {
  readonly following?: boolean;
  readonly model?: LocalModel;
} = {}) => {
  console.info = () => {};
  const directory = await mkdtemp(join(tmpdir(), 'bench-'));
  const providers = await startProviderServers();
  process.env.PROVIDER_URLS = providerUrls(providers.origin);
  const { shards: listShards } = ownerAt([]);
  const { description } = await startPlatform({
    directory,
    memory: true,
    port: 0,
    following,
    scheduled: false,
    listShards,
    model,
  });
  // Only now: the table's client takes its settings from the environment.
  const { costOf } = await import('./consumed.ts');
  return { description, costOf, providersOrigin: providers.origin, ...usersOf(description) };
};

export type MeasuredPlatform = Awaited<ReturnType<typeof startMeasured>>;

/** A subcompany below another, a client and a reseller, with an agent: five levels, with the platform. */
export const createLocation = async ({ organization }: Pick<MeasuredPlatform, 'organization'>) => {
  const reseller = await organization(undefined, 'reseller');
  const client = await organization(reseller, 'client');
  const subcompany = await organization(client, 'subcompany');
  const location = await organization(subcompany, 'subcompany');
  const agent = await location.api.agents.create({ body: { name: 'Reception' } });
  const path = [reseller, client, subcompany, location].map((organization) => organization.client.id);
  return { client, location, agent, path, levels: path.length + 1 };
};

export type MeasuredLocation = Awaited<ReturnType<typeof createLocation>>;

let read: readonly Dialogue[] | undefined;

/** The dialogues are not in the repository, and most groups do without them. */
export const dialogues = (): readonly Dialogue[] => {
  read ??= readDialogues();
  return read;
};

export const dialogueAt = (at: number): Dialogue => dialogues()[at % dialogues().length] as Dialogue;

/** The turns of a dialogue, of as many dialogues in turn as there are. */
export const turnsAt = (at: number) => turnsOf(dialogueAt(at));

export const wordsIn = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** The turns of consecutive dialogues, beginning with one, up to a number of words. */
export const turnsFrom = (at: number, words: number) => {
  const turns: ReturnType<typeof turnsAt> = [];
  let said = 0;
  for (let next = at; said < words; next += 1) {
    for (const turn of turnsAt(next)) {
      if (said >= words) break;
      said += wordsIn(turn.text);
      turns.push({ ...turn, index: turns.length });
    }
  }
  return { turns, said };
};
