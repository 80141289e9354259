import type { CallFigures } from './call.ts';
import type { ColdStart } from './cold.ts';
import type { CountingFigures } from './counting.ts';
import type { Deployed } from './deployed.ts';
import type { IndexedFigures } from './indexing.ts';
import type { LifeFigures } from './life.ts';
import type { PageCost } from './lists.ts';
import type { ProviderFigures } from './providers.ts';
import type { RouteCost, UnitsUsed } from './routes.ts';
import type { SearchCost } from './searches.ts';
import type { Steps } from './steps.ts';
import type { Synth } from './synth.ts';

/** What bench/measure.ts gives of lists. */
export interface ListFigures {
  readonly single: readonly PageCost[];
  readonly pairs: readonly PageCost[];
  readonly entries: { readonly p50: number; readonly p99: number; readonly largest: number };
  readonly latency: {
    readonly api_ms: { readonly p50: number; readonly p95: number };
    readonly query_ms: { readonly p50: number; readonly p95: number };
    readonly ratio_p50: number;
    readonly ratio_p95: number;
  };
  /** The size of the embedded database. */
  readonly disk_mb: number;
}

export interface SearchFigures {
  readonly rareWords: readonly SearchCost[];
  readonly twoWords: readonly SearchCost[];
}

export interface RouteFigures {
  readonly routes: readonly RouteCost[];
  readonly byId: { readonly calls: number };
  readonly index: { readonly readUnits: number; readonly writeUnits: number; readonly calls: number };
  readonly indexAgain: { readonly readUnits: number; readonly writeUnits: number };
  readonly levels: number;
}

/** Milliseconds from recording a conversation until it is found. */
export interface Findable {
  readonly p50: number;
  readonly most: number;
}

/** Messages to many webhooks: milliseconds until they arrive, without a receiver that hangs and to the others beside it. */
export interface Delivered {
  readonly webhooks: number;
  readonly messages: number;
  readonly without_ms: { readonly p50: number; readonly p95: number };
  readonly beside_ms: { readonly p50: number; readonly p95: number };
  readonly ratio_p50: number;
}

/** Conversations recorded at a steady rate on one machine, the worst of several runs. */
export interface Burst {
  readonly conversations: number;
  /** How many were written a second; less than was asked for where the platform was too slow. */
  readonly per_second: number;
  /** The median of a create, with the followers and without. */
  readonly create_ms: { readonly alone: number; readonly followed: number; readonly ratio: number };
  /** From the last write until every conversation was found. */
  readonly found_after_ms: number;
}

/** Searches in the platform's index of many synthetic conversations. */
export interface LargeIndex {
  readonly conversations: number;
  readonly searches: readonly {
    readonly q: string;
    /** How many conversations it is true of, and how many were on its first pages. */
    readonly of: number;
    readonly found: number;
    readonly pages: number;
    readonly mostCalls: number;
    readonly readUnits: number;
    /** Whether these are the newest ones that it is true of, in order. */
    readonly exact: boolean;
  }[];
}

/** A rebuild of the whole search index on one machine. */
export interface Reindexed {
  readonly conversations: number;
  readonly per_second: number;
}

/** Processor time of a request, in milliseconds, in the platform's process and the embedded DynamoDB together. */
export interface Processor {
  readonly by_id_ms: number;
  /** A link to a recording of today, and to one of a conversation that some retention might have reached. */
  readonly link_ms: number;
  readonly old_link_ms: number;
  /** A page of 50 without a filter, with one and with two. */
  readonly page_ms: number;
  readonly one_filter_ms: number;
  readonly two_filters_ms: number;
}

/** Random requests to every route, and what came of them. */
export interface Hostile {
  readonly requests: number;
  readonly seed: number;
  readonly statuses: Readonly<Record<number, number>>;
  /** Answers that the contract does not declare, among them every one of the server's errors. */
  readonly undeclared: number;
  readonly cpu_ms: { readonly p50: number; readonly p99: number; readonly most: number };
  /** The request that took most. */
  readonly worst: string;
}

/** What an event uses after it was written: its messages, and their delivery. */
export interface MessageFigures {
  readonly webhooks: number;
  readonly written: UnitsUsed;
  readonly delivered: UnitsUsed;
}

/** An export of all conversations and turns as Parquet, in a process of its own. */
export interface ExportFigures {
  readonly conversations: number;
  readonly turns: number;
  readonly megabytes: number;
  readonly seconds: number;
  readonly peakMegabytes: number;
}

export interface Results {
  readonly measured_at: string;
  readonly node: string;
  readonly lists: Readonly<Record<string, ListFigures>>;
  readonly searches: Readonly<Record<string, SearchFigures>>;
  readonly routes: RouteFigures;
  readonly findable: Findable;
  readonly processor: Processor;
  readonly reindexed: Reindexed;
  readonly million: LargeIndex;
  readonly burst: Burst;
  readonly deliveries: Delivered;
  readonly messages: readonly MessageFigures[];
  readonly hostile: Hostile;
  readonly steps: Steps;
  readonly cold: readonly ColdStart[];
  readonly call: CallFigures;
  readonly life: LifeFigures;
  /** The search index of conversations of 18 turns, and of calls of five minutes. */
  readonly indexed: { readonly short: IndexedFigures; readonly long: IndexedFigures };
  /** What each function of the clock uses when it finds nothing to do. */
  readonly clock: Readonly<Record<string, UnitsUsed>>;
  readonly providers: ProviderFigures;
  readonly counting: CountingFigures;
  readonly exports: readonly ExportFigures[];
  readonly deployed: Deployed;
  readonly synth: Synth;
}
