import type { QuotaName, UseQuotaName } from '#lib/contract/client-settings.ts';
import { quotaNames } from '#lib/contract/client-settings.ts';
import type { Limits, QuotaInEffect } from '#lib/contract/me.ts';
import { dayMs } from '#lib/domain/durations.ts';
import { rateLimitsOf } from '#lib/domain/organizations/hierarchy.ts';
import { defaultQuotas, defaultUse, totalOf } from '#lib/domain/organizations/quotas.ts';
import { keyOf } from '#lib/store/keys.ts';
import { listeningAttribute } from '#lib/store/limits/listening.ts';
import { waitingPerMinute } from '#lib/store/limits/request-rates.ts';
import { spokenAttribute } from '#lib/store/limits/spoken-characters.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import type { Item } from '#lib/store/table.ts';
import type { Lineage } from './clients.ts';

const isUse = (name: QuotaName | UseQuotaName): name is UseQuotaName => name in defaultUse;

/** The counts of an organization: its entities, and its use. */
interface Counts {
  readonly entities: Item | undefined;
  readonly use: Readonly<Record<UseQuotaName, number>>;
}

const numberOf = (item: Item | undefined, name = 'requests'): number =>
  Math.max(0, Number(item?.[name] ?? 0));

const readCounts = async (id: string, day: number): Promise<Counts> => {
  const [entities, tests, calls, messages, chats, chatsBefore, held, heldBefore] = await batchGet([
    keyOf('counts', id),
    keyOf('agent_tests', id, day),
    keyOf('placed_calls', id, day),
    keyOf('chat_messages', id, day),
    keyOf('open_chats', id, day),
    keyOf('open_chats', id, day - 1),
    keyOf('open_calls', id, day),
    keyOf('open_calls', id, day - 1),
  ]);
  const use = {
    agent_tests_per_day: numberOf(tests),
    calls_per_day: numberOf(calls),
    chat_messages_per_day: numberOf(messages),
    open_chats: numberOf(chats) + numberOf(chatsBefore),
    model_tokens_per_day: numberOf(messages, 'tokens'),
    listening_minutes_per_day: Math.ceil(numberOf(messages, listeningAttribute) / 60),
    spoken_characters_per_day: numberOf(messages, spokenAttribute),
    open_calls: numberOf(held) + numberOf(heldBefore),
    call_minutes_per_day: Math.ceil(numberOf(held, 'seconds') / 60),
  };
  return { entities, use };
};

const usedOf = ({ entities, use }: Counts, name: QuotaName | UseQuotaName, isOwnCount: boolean): number =>
  isUse(name) ? use[name] : Number(entities?.[isOwnCount ? name : totalOf(name)] ?? 0);

const defaultOf = (name: QuotaName | UseQuotaName, level: number): number | undefined => {
  if (!isUse(name)) return defaultQuotas[name];
  return level === 0 ? defaultUse[name] : undefined;
};

/**
 * The quotas that limit an organization: its own, or the default if there is none, and those of organizations
 * above, which it shares with others. Their use is not shown, because it would tell what the others do.
 */
const quotasOf = ({ client, members }: Lineage, counts: Counts, resets_at: string): QuotaInEffect[] =>
  quotaNames.flatMap((name) =>
    members.toReversed().flatMap(({ id, settings }, height): QuotaInEffect[] => {
      const quota = settings.quotas?.[name];
      const isOwn = id === client.id;
      const limit =
        quota ?? (isOwn || isUse(name) ? defaultOf(name, members.length - 1 - height) : undefined);
      if (limit === undefined) return [];
      const set_by = isOwn ? (quota === undefined ? 'default' : 'organization') : 'above';
      const used = isOwn ? usedOf(counts, name, quota === undefined) : null;
      return [{ name, limit, used, resets_at: name.endsWith('_per_day') ? resets_at : null, set_by }];
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
