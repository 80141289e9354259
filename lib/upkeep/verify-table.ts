import { setTimeout as wait } from 'node:timers/promises';
import { inBatches } from '#lib/domain/batches.ts';
import { keyIn } from '#lib/store/keys.ts';
import { get } from '#lib/store/operations/get.ts';
import { isNewer, isOlder, upgraded } from '#lib/store/shapes.ts';
import type { Item, Key } from '#lib/store/table.ts';
import type { Reader } from './reader.ts';
import { createReader } from './reader.ts';
import type { Rule } from './rules.ts';
import { rulesFor } from './rules.ts';
import { scanStored } from './scan.ts';
import type { UsageProblem } from './usage.ts';
import { CountedUsage, checkUsage, verifyUsage } from './usage.ts';

export interface Finding {
  readonly key: Key;
  readonly problems: readonly string[];
}

export interface Verification {
  /** The number of items of each kind. */
  readonly items: ReadonlyMap<string, number>;
  /** The number of these with an older shape, which every reader upgrades. */
  readonly older: number;
  readonly findings: readonly Finding[];
  /** Differences between logs and sums of usage and the counted facts. */
  readonly usage: readonly UsageProblem[];
}

export interface VerifyOptions {
  /** False: nothing is indexed of this table. */
  readonly search?: boolean;
  /** False: nothing is counted of this table. */
  readonly usage?: boolean;
  /** The number and interval of rechecks of apparent problems: a table in use changes while it is read. */
  readonly rechecks?: number;
  readonly recheckMs?: number;
}

const segments = 4;
/** The number of items to check at once. */
const checkedAtOnce = 250;

/** An answer of DynamoDB, or a failure to reach it, is not about the item. */
const isOfService = (error: unknown): boolean => error instanceof Error && '$metadata' in error;

/** DynamoDB removes expired items late, and those that expire together one after the other. */
const isExpired = ({ expires }: Item): boolean => typeof expires === 'number' && expires * 1000 <= Date.now();

/** The problems of an item. One that cannot be checked has a problem as well, and does not end the run. */
const problemsOf = async ({ check }: Rule, item: Item, read: Reader): Promise<readonly string[]> => {
  if (isNewer(item)) return ['a later version wrote it, in a shape that this one does not know'];
  if (isExpired(item)) return [];
  try {
    return await check(item, read);
  } catch (error) {
    if (isOfService(error)) throw error;
    return [`it cannot be checked: ${error}`];
  }
};

/**
 * Reads a whole table and compares its records, listing entries and search indexes with each other. It only
 * reads, and may run while the platform is in use: it reports only problems that are still there after
 * several checks.
 */
export const verifyTable = async ({
  search = true,
  usage: counts = true,
  rechecks = 5,
  recheckMs = 2000,
}: VerifyOptions = {}): Promise<Verification> => {
  let ruleOf = rulesFor({ search, usage: counts });
  const items = new Map<string, number>();
  const counted = new CountedUsage();
  let older = 0;
  let findings: Finding[] = [];

  const check = async (page: readonly Item[]): Promise<Finding[]> => {
    const read = createReader();
    const checked = await Promise.all(
      page.map(async (item) => ({
        key: keyIn(item),
        problems: await problemsOf(ruleOf(item), item, read),
      })),
    );
    return checked.filter(({ problems }) => problems.length > 0);
  };

  const walk = async (segment: number): Promise<void> => {
    for await (const stored of scanStored(segment, segments)) {
      older += stored.filter(isOlder).length;
      const page = stored.map(upgraded);
      for (const item of page) {
        counted.add(item);
        const { kind } = ruleOf(item);
        items.set(kind, (items.get(kind) ?? 0) + 1);
      }
      for (const together of inBatches(page, checkedAtOnce)) findings.push(...(await check(together)));
    }
  };
  await Promise.all(Array.from({ length: segments }, (_, segment) => walk(segment)));

  for (let round = 0; round < rechecks && findings.length > 0; round += 1) {
    await wait(recheckMs);
    ruleOf = rulesFor({ search, usage: counts });
    const now = await Promise.all(findings.map(({ key }) => get(key)));
    findings = await check(now.filter((item) => item !== undefined));
  }
  let usage = counts ? await checkUsage(counted) : [];
  for (let round = 0; round < rechecks && usage.length > 0; round += 1) {
    await wait(recheckMs);
    usage = await verifyUsage();
  }
  return { items, older, findings, usage };
};
