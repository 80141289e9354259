import type { AgentInput } from '#lib/contract/agents.ts';
import type { CallReport } from './call-report.ts';

/** Something that a provider lists. */
export interface Listed<T> {
  /** The provider's id. */
  readonly id: string;
  /** Reads the whole of it; null: it says too little to be of use. */
  readonly load: () => Promise<T | null>;
}

export interface ListedPage<T> {
  readonly items: readonly Listed<T>[];
  /** Where the next page begins; null: this is the last one. */
  readonly next: string | null;
}

/** Of what time conversations are wanted, in milliseconds since 1970. */
export interface ImportRange {
  readonly after: number;
  readonly before: number;
}

/** Where an import reads from: an account at a provider. */
export interface ImportSource {
  readonly agents: (cursor: string | null) => Promise<ListedPage<AgentInput>>;
  /** The oldest first, where the provider can do that. */
  readonly conversations: (range: ImportRange, cursor: string | null) => Promise<ListedPage<CallReport>>;
}

/** What the failure of a request to a provider means for an import. */
export type ImportFailure =
  /** Of this agent or conversation only. */
  | { readonly of: 'one'; readonly detail: string }
  /** It may pass. */
  | { readonly of: 'moment'; readonly detail: string; readonly retryAfterMs: number | undefined }
  /** The integration's: everything else would fail alike. */
  | { readonly of: 'account'; readonly detail: string };
