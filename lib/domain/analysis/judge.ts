import type { AnalysisReason, AnalysisResult, ExtractedField } from '#lib/contract/analyses.ts';
import type { Analyzer } from '#lib/contract/analyzers.ts';
import type { Conversation } from '#lib/contract/conversations.ts';
import type { Turn } from '#lib/contract/transcripts.ts';
import type { ModelPrice } from './prices.ts';

/** The tokens of one request to a model. */
export interface Tokens {
  readonly input: number;
  readonly output: number;
}

/** The budget for requests to a model: tokens are reserved before each one, and settled afterwards. */
export interface Meter {
  /** Returns false if the budget has no room. */
  readonly reserve: (tokens: number) => Promise<boolean>;
  /** Without the tokens that the model reports, the estimate counts. */
  readonly settle: (reserved: Tokens, used: Tokens | undefined) => Promise<void>;
}

/** A model's part of an analysis. A reason replaces what could not be obtained. */
export interface Judgement {
  /** `null`: none is configured. */
  readonly model: string | null;
  /** `null`: the operator has not set one. */
  readonly price: ModelPrice | null;
  readonly results: readonly AnalysisResult[];
  readonly fields: readonly ExtractedField[];
  readonly outcome: string | null;
  readonly sentiment: Conversation['sentiment'];
  readonly summary: string | null;
  /** The reason that outcome, sentiment or summary could not be obtained; null if they could. */
  readonly reason: AnalysisReason | null;
}

/** Asks a model for what only a model can judge. It always answers: failures are reasons. */
export type Judge = (
  analyzer: Analyzer,
  call: { readonly id: string; readonly turns: readonly Turn[] },
  meter: Meter,
  millisecondsLeft: () => number,
) => Promise<Judgement>;
