import type { ClientSettings, QuotaName, UseQuotaName } from '#lib/contract/client-settings.ts';

/**
 * The limits for an organization's own entities if no quota applies: far above normal use, to stop a runaway
 * loop.
 */
export const defaultQuotas: Readonly<Record<QuotaName, number>> = {
  agents: 1000,
  api_keys: 1000,
  children: 10_000,
};

/**
 * The maximum for an organization directly below the platform and its descendants, without a quota. Each test
 * of an agent and each message may call a model eight times, and each call costs money. Organizations further
 * down have no default, because they are created by the one whose use is counted. docs/decisions/limits.md
 * has the arithmetic of the tokens.
 */
export const defaultUse = {
  agent_tests_per_day: 1000,
  calls_per_day: 1000,
  chat_messages_per_day: 10_000,
  open_chats: 1000,
  model_tokens_per_day: 50_000_000,
  listening_minutes_per_day: 1000,
  spoken_characters_per_day: 5_000_000,
  open_calls: 100,
  call_minutes_per_day: 3000,
} as const satisfies Readonly<Record<UseQuotaName, number>>;

/** A quota on the use of an organization and its descendants. */
export interface LimitOfUse {
  readonly client_id: string;
  /** The ids of the organizations from the top to this one. */
  readonly path: readonly string[];
  readonly limit: number;
}

/**
 * The quotas by which an organization and those above limit its use, its own first. The members are ordered
 * from the top.
 */
export const limitsOfUse = (
  members: readonly { readonly id: string; readonly settings: ClientSettings }[],
  name: UseQuotaName,
): LimitOfUse[] =>
  members
    .flatMap(({ id, settings }, level) => {
      const limit = settings.quotas?.[name] ?? (level === 0 ? defaultUse[name] : undefined);
      const path = members.slice(0, level + 1).map((member) => member.id);
      return limit === undefined ? [] : [{ client_id: id, path, limit }];
    })
    .reverse();

/** The attribute that counts the entities of an organization and its descendants together. */
export const totalOf = <N extends QuotaName>(name: N): `total_${N}` => `total_${name}`;
