import type { Scope } from '#lib/contract/route.ts';

/** Who asks: an API key, and the organisation it belongs to. */
export interface Caller {
  readonly key_id: string;
  /** Null: the platform, which is above every organisation. */
  readonly client_id: string | null;
  readonly scopes: readonly Scope[];
  readonly expires_at: string | null;
  /** How many requests its organisation may make a minute; null: any number. */
  readonly requests_per_minute: number | null;
}

/** The owner of what belongs to no organisation, and the top of every path. */
export const platform = 'platform';

/** Whose lists the caller sees when it names no organisation. */
export const ownerOf = ({ client_id }: Pick<Caller, 'client_id'>): string => client_id ?? platform;

/** A key reaches its organisation and everything below it, and nothing else. */
export const reaches = ({ client_id }: Pick<Caller, 'client_id'>, path: readonly string[]): boolean =>
  client_id === null || path.includes(client_id);
