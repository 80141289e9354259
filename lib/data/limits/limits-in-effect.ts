import type { DailyQuotaName, QuotaName } from '#lib/contract/client-settings.ts';
import { quotaNames } from '#lib/contract/client-settings.ts';
import type { Limits, QuotaInEffect } from '#lib/contract/me.ts';
import { rateLimitsOf } from '#lib/domain/organizations/hierarchy.ts';
import { defaultPerDay, defaultQuotas, totalOf } from '#lib/domain/organizations/quotas.ts';
import { agentTestsKey, countsKey, placedCallsKey } from '../keys.ts';
import { batchGet } from '../operations/batch-get.ts';
import type { Lineage } from '../organizations/clients.ts';
import type { Item } from '../table.ts';
import { waitingPerMinute } from './request-rates.ts';

const dayMs = 86_400_000;

const isDaily = (name: QuotaName | DailyQuotaName): name is DailyQuotaName => name in defaultPerDay;

/** The counts of an organization: its entities, and those of today. */
interface Counts {
  readonly entities: Item | undefined;
  readonly today: Readonly<Record<DailyQuotaName, Item | undefined>>;
}

const readCounts = async (id: string, day: number): Promise<Counts> => {
  const [entities, agent_tests_per_day, calls_per_day] = await batchGet([
    countsKey(id),
    agentTestsKey(id, day),
    placedCallsKey(id, day),
  ]);
  return { entities, today: { agent_tests_per_day, calls_per_day } };
};

const usedOf = ({ entities, today }: Counts, name: QuotaName | DailyQuotaName, isOwnCount: boolean): number =>
  Number((isDaily(name) ? today[name]?.requests : entities?.[isOwnCount ? name : totalOf(name)]) ?? 0);

const defaultOf = (name: QuotaName | DailyQuotaName, level: number): number | undefined => {
  if (!isDaily(name)) return defaultQuotas[name];
  return level === 0 ? defaultPerDay[name] : undefined;
};

/**
 * The quotas that limit an organization: its own, or the default if there is none, and those of organizations above, which it shares
 * with others. Their use is not shown, because it would tell what the others do.
 */
const quotasOf = ({ client, members }: Lineage, counts: Counts, resets_at: string): QuotaInEffect[] =>
  quotaNames.flatMap((name) =>
    members.toReversed().flatMap(({ id, settings }, height): QuotaInEffect[] => {
      const quota = settings.quotas?.[name];
      const isOwn = id === client.id;
      const limit =
        quota ?? (isOwn || isDaily(name) ? defaultOf(name, members.length - 1 - height) : undefined);
      if (limit === undefined) return [];
      const set_by = isOwn ? (quota === undefined ? 'default' : 'organization') : 'above';
      const used = isOwn ? usedOf(counts, name, quota === undefined) : null;
      return [{ name, limit, used, resets_at: isDaily(name) ? resets_at : null, set_by }];
    }),
  );

/** The limits on the keys of an organization, or of the platform (undefined), which has none of its own. */
export const limitsInEffect = async (lineage: Lineage | undefined, now = Date.now()): Promise<Limits> => {
  const perSecond = Number(process.env.REQUESTS_PER_SECOND);
  const gateway = {
    requests_per_second: perSecond || null,
    slow_routes: { requests_per_minute: waitingPerMinute() },
  };
  if (!lineage) return { requests_per_minute: null, gateway, quotas: [] };
  const day = Math.floor(now / dayMs);
  const perMinute = rateLimitsOf(lineage.members).map(({ requests_per_minute }) => requests_per_minute);
  const resets_at = new Date((day + 1) * dayMs).toISOString();
  return {
    requests_per_minute: perMinute.length === 0 ? null : Math.min(...perMinute),
    gateway,
    quotas: quotasOf(lineage, await readCounts(lineage.client.id, day), resets_at),
  };
};
