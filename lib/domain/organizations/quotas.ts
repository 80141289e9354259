import type { DailyQuotaName, QuotaName } from '#lib/contract/client-settings.ts';

/** The limits for an organization's own entities if no quota applies: far above normal use, to stop a runaway loop. */
export const defaultQuotas: Readonly<Record<QuotaName, number>> = {
  agents: 1000,
  api_keys: 1000,
  children: 10_000,
};

/**
 * The daily maximum for an organization directly below the platform and its descendants, without a quota.
 * Each test of an agent may call a model eight times, and each call costs money. Organizations further down
 * have no default, because they are created by the one whose tests and calls are counted.
 */
export const defaultPerDay: Readonly<Record<DailyQuotaName, number>> = {
  agent_tests_per_day: 1000,
  calls_per_day: 1000,
};

/** The attribute that counts the entities of an organization and its descendants together. */
export const totalOf = <N extends QuotaName>(name: N): `total_${N}` => `total_${name}`;
