import type { Scope } from '#lib/contract/route.ts';
import type { RateLimit } from './organizations/hierarchy.ts';

/** Who makes a request: an API key, and the organization it belongs to. */
export interface Caller {
  readonly key_id: string;
  /** Null: the platform, which is above every organization. */
  readonly client_id: string | null;
  readonly scopes: readonly Scope[];
  readonly expires_at: string | null;
  /** The rate limits that bind its organization, from its own to the topmost; none: any number of requests. */
  readonly rate_limits: readonly RateLimit[];
}

/** The owner of entities without an organization, and the top of every path. */
export const platform = 'platform';

/** Whose lists the caller sees when it names no organization. */
export const ownerOf = ({ client_id }: Pick<Caller, 'client_id'>): string => client_id ?? platform;

/** From where in the tree organizations are looked at. */
export type Reach = Pick<Caller, 'client_id'>;

/** A key reaches its organization and its descendants, and nothing else. */
export const reaches = ({ client_id }: Reach, path: readonly string[]): boolean =>
  client_id === null || path.includes(client_id);
