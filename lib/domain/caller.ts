import type { Scope } from '#lib/contract/route.ts';
import type { RateLimit } from './organizations/hierarchy.ts';

/** The API key that sends a request, and the organization to which it belongs. */
export interface Caller {
  readonly key_id: string;
  /** Null: the platform, which is above every organization. */
  readonly client_id: string | null;
  readonly scopes: readonly Scope[];
  readonly expires_at: string | null;
  /** The rate limits of its organization, from its own to the topmost. Empty: requests are unlimited. */
  readonly rate_limits: readonly RateLimit[];
}

/** The owner of entities without an organization, and the top of every path. */
export const platform = 'platform';

/** The owner of the lists that a caller sees by default. */
export const ownerOf = ({ client_id }: Pick<Caller, 'client_id'>): string => client_id ?? platform;

/**
 * A position in the tree of organizations. It reaches the organization and its descendants; null reaches all.
 */
export type Reach = Pick<Caller, 'client_id'>;

/** A key reaches its organization and its descendants, and nothing else. */
export const reaches = ({ client_id }: Reach, path: readonly string[]): boolean =>
  client_id === null || path.includes(client_id);
