import type { AgentInput } from '#lib/contract/agents.ts';
import type { CallReport } from './call-report.ts';

/** An entry of a provider's list. */
export interface ListedEntry<T> {
  /** The provider's id. */
  readonly id: string;
  /** Reads the entry in full; null if it lacks required data. */
  readonly load: () => Promise<T | null>;
}

export interface ListedPage<T> {
  readonly items: readonly ListedEntry<T>[];
  /** The provider's cursor of the next page; null on the last one. */
  readonly next: string | null;
}

/** The start times of the requested conversations, in milliseconds since 1970. */
export interface ImportRange {
  readonly after: number;
  readonly before: number;
}

/** An account at a provider, as the source of an import. */
export interface ImportSource {
  readonly agents: (cursor: string | null) => Promise<ListedPage<AgentInput>>;
  /** Oldest first if the provider supports it. */
  readonly conversations: (range: ImportRange, cursor: string | null) => Promise<ListedPage<CallReport>>;
}

/** The scope of a failed request to a provider: which part of the import it affects. */
export type ImportFailure =
  /** This agent or conversation only. */
  | { readonly of: 'one'; readonly detail: string }
  /** Temporary. The import tries again later. */
  | { readonly of: 'moment'; readonly detail: string; readonly retryAfterMs: number | undefined }
  /** The integration. Every other request would fail as well. */
  | { readonly of: 'account'; readonly detail: string };
