import type { Scope } from '#lib/contract/route.ts';
import type { Widget } from '#lib/contract/widgets.ts';
import type { RateLimit } from './organizations/hierarchy.ts';

/** A person who has signed in, and what the request relies on. */
export interface CallingPerson {
  readonly id: string;
  readonly session_id: string;
  readonly connection_id: string;
  /**
   * The authority of the person in the organization, as it was stored. Null: the request names no
   * organization.
   */
  readonly grant: string | null;
}

/** The API key that sends a request, or the person, and the organization for which it is sent. */
export interface Caller {
  /** The id of the API key or, for a person, of the membership. */
  readonly key_id: string;
  /**
   * Null: the platform, which is above every organization. The id of a person without an organization reaches
   * nothing.
   */
  readonly client_id: string | null;
  readonly scopes: readonly Scope[];
  readonly expires_at: string | null;
  /** The rate limits of its organization, from its own to the topmost. Empty: requests are unlimited. */
  readonly rate_limits: readonly RateLimit[];
  /** Absent: the caller is a program with an API key. */
  readonly person?: CallingPerson;
  /**
   * The caller's own reach, while it looks as a member of an organization in it (`View-As`). Absent: it looks
   * as itself.
   */
  readonly viewed_from?: { readonly client_id: string | null };
  /** The only conversation that it reaches: that of a session token. Absent: an API key. */
  readonly conversation_id?: string;
  /**
   * The widget whose page has the session token; null: it was removed. Absent: the chat is on no such page.
   */
  readonly widget?: Widget | null;
  /** The deployment whose token the caller has: a provider's copy of one agent. Absent: an API key. */
  readonly deployment?: {
    /** The organization whose account at the provider it is. */
    readonly client_id: string;
    readonly integration_id: string;
    readonly provider: string;
    readonly agent_version: number;
  };
}

/** The part of a caller that decides what an answer in a chat shows it. */
export type Sender = Pick<Caller, 'client_id' | 'conversation_id'>;

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
