import type { AnalysisReason, AnalysisResult, ExtractedField } from '#lib/contract/analyses.ts';
import type { Analyzer } from '#lib/contract/analyzers.ts';
import { asksModel, isJudged } from '#lib/contract/analyzers.ts';
import type { Turn } from '#lib/contract/transcripts.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { represent } from '#lib/conversations/conversations.ts';
import { costsOfShownTo } from '#lib/conversations/known-costs.ts';
import { checkCriterion, extractField, missing } from '#lib/domain/analysis/checks.ts';
import type { UnmetCondition } from '#lib/domain/analysis/conditions.ts';
import { lot } from '#lib/domain/analysis/conditions.ts';
import type { Judge, Judgement, Tokens } from '#lib/domain/analysis/judge.ts';
import { costOf } from '#lib/domain/analysis/prices.ts';
import { ruleOf, scoreOf, statusOf, successOf } from '#lib/domain/analysis/verdicts.ts';
import { isReadAt, turnsReadAt } from '#lib/domain/conversations/added-turns.ts';
import { durationOf } from '#lib/domain/conversations/conversation.ts';
import { depthOf } from '#lib/domain/organizations/depth.ts';
import type { AnalysisRecord, ReviewQueue } from './analyses.ts';
import type { AnalyzerRecord } from './analyzer-record.ts';
import type { Purse } from './budget.ts';

/** The part of an analysis that is the same whether it is made or skipped. */
const beginningOf = (
  analyzer: AnalyzerRecord,
  conversation: ConversationRecord,
): Omit<AnalysisRecord, 'status' | 'status_reason' | 'condition'> => ({
  conversation_id: conversation.id,
  analyzer_id: analyzer.id,
  analyzer_name: analyzer.name,
  version: analyzer.version,
  model: null,
  analyzed_at: new Date().toISOString(),
  turns_read: turnsReadAt(conversation, depthOf(analyzer.client_id, conversation.path)),
  results: [],
  fields: [],
  outcome: null,
  sentiment: null,
  summary: null,
  successful: null,
  score: null,
  usage: null,
  cost: null,
  review: null,
  path: conversation.path,
  start_time: conversation.start_time,
  agent_id: conversation.agent_id,
  depth: depthOf(analyzer.client_id, conversation.path),
  shared: analyzer.shared,
  write: analyzer.write,
  rule: ruleOf(analyzer),
  queued: null,
  reviewed: null,
});

export const skipped = (
  analyzer: AnalyzerRecord,
  conversation: ConversationRecord,
  { reason, condition }: UnmetCondition,
): AnalysisRecord => ({
  ...beginningOf(analyzer, conversation),
  status: 'skipped',
  status_reason: reason,
  condition,
});

const unscored = (name: string, reason: AnalysisReason): AnalysisResult => ({
  name,
  verdict: 'unscored',
  score: null,
  rationale: null,
  evidence: [],
  reason,
});

/**
 * The most characters that a model is given. A longer conversation is not cut, because what is cut might
 * decide.
 */
const maxCharacters = 150_000;

/** The reason that no model is asked about a conversation. */
const unreadable = (turns: readonly Turn[]): AnalysisReason | undefined => {
  if (turns.length === 0) return 'no_transcript';
  const characters = turns.reduce((sum, turn) => sum + JSON.stringify(turn).length, 0);
  return characters > maxCharacters ? 'too_long' : undefined;
};

/** The criteria and fields that a model would have judged, if it had been asked. */
const unjudged = ({ criteria, fields }: Analyzer, reason: AnalysisReason): Judgement => ({
  model: null,
  price: null,
  results: criteria.filter(isJudged).map(({ name }) => unscored(name, reason)),
  fields: fields.filter(({ pattern }) => pattern === null).map((field) => missing(field, reason)),
  outcome: null,
  sentiment: null,
  summary: null,
  reason,
});

const nothingJudged: Judgement = {
  model: null,
  price: null,
  results: [],
  fields: [],
  outcome: null,
  sentiment: null,
  summary: null,
  reason: null,
};

/** The tokens of several requests. */
interface SpentTokens extends Tokens {
  readonly estimated: boolean;
}

/** Adds up what requests to a model use. */
const counted = (purse: Purse) => {
  let spent: SpentTokens = { input: 0, output: 0, estimated: false };
  let refused = 0;
  let accepted = 0;
  return {
    meter: {
      reserve: async (tokens: number) => {
        const hasRoom = await purse.reserve(tokens);
        if (hasRoom) accepted += 1;
        else refused += 1;
        return hasRoom;
      },
      settle: async (reserved: Tokens, used: Tokens | undefined) => {
        const { input, output } = used ?? reserved;
        spent = {
          input: spent.input + input,
          output: spent.output + output,
          estimated: spent.estimated || used === undefined,
        };
        await purse.settle(reserved.input + reserved.output, input + output);
      },
    },
    spent: () => spent,
    isRefused: () => refused > 0 && accepted === 0,
  };
};

const usageOf = ({ input, output, estimated }: SpentTokens): AnalysisRecord['usage'] =>
  input + output === 0 ? null : { input_tokens: input, output_tokens: output, estimated };

/** Whether people are asked to review an analysis. */
const queuedFor = (
  { id, review }: AnalyzerRecord,
  conversationId: string,
  results: readonly AnalysisResult[],
): ReviewQueue | null => {
  if (!review) return null;
  if (lot(conversationId, `review#${id}`) < review.sample) return 'sample';
  return review.on.find((trigger) => results.some(({ verdict }) => verdict === trigger)) ?? null;
};

/** The tools by which an analysis is made. */
export interface AnalysisMeans {
  readonly judge: Judge;
  readonly purse: Purse;
  readonly millisecondsLeft: () => number;
}

/**
 * The metrics that everybody sees who is shown the analysis. One that is shared is also shown to the
 * conversation's own organization, and a verdict on a price would reveal it there.
 */
const metricsFor = async (
  { client_id, shared }: Pick<AnalyzerRecord, 'client_id' | 'shared'>,
  conversation: ConversationRecord,
): Promise<ConversationRecord['metrics']> => {
  const reader = { client_id: shared ? conversation.client_id : client_id };
  return represent(conversation, await costsOfShownTo(reader, conversation)).metrics;
};

/**
 * Makes the analysis of a conversation by one analyzer, whatever its conditions. Neither checks nor models
 * are given the turns that organizations below the analyzer's have added to those that one above records.
 */
export const makeAnalysis = async (
  analyzer: AnalyzerRecord,
  conversation: ConversationRecord,
  transcript: readonly Turn[],
  { judge, purse, millisecondsLeft }: AnalysisMeans,
): Promise<AnalysisRecord> => {
  const { id, end_reason, path } = conversation;
  const depth = depthOf(analyzer.client_id, path);
  const turns = transcript.filter((turn) => isReadAt(turn, path, depth));
  const metrics = await metricsFor(analyzer, conversation);
  const call = { id, turns, metrics, end_reason, duration_ms: durationOf(conversation) };
  const reason = unreadable(turns);
  const { meter, spent, isRefused } = counted(purse);
  const judgement = !asksModel(analyzer)
    ? nothingJudged
    : reason
      ? unjudged(analyzer, reason)
      : await judge(analyzer, call, meter, millisecondsLeft);
  if (isRefused()) return skipped(analyzer, conversation, { reason: 'budget', condition: null });

  const results = analyzer.criteria.map(
    (criterion) =>
      (isJudged(criterion)
        ? judgement.results.find(({ name }) => name === criterion.name)
        : checkCriterion(criterion, call)) ?? unscored(criterion.name, 'invalid_output'),
  );
  const fields = analyzer.fields.map(
    (field): ExtractedField =>
      (field.pattern === null
        ? judgement.fields.find(({ name }) => name === field.name)
        : extractField(field, call)) ?? missing(field, 'invalid_output'),
  );
  const rule = ruleOf(analyzer);
  const { model, outcome, sentiment, summary } = judgement;
  return {
    ...beginningOf(analyzer, conversation),
    ...statusOf(results, fields, judgement.reason),
    condition: null,
    model,
    turns_read: turns.length,
    results,
    fields,
    outcome,
    sentiment,
    summary,
    successful: successOf(rule, results),
    score: scoreOf(rule, results),
    usage: usageOf(spent()),
    cost: costOf(judgement.price, spent()),
    queued: queuedFor(analyzer, id, results),
  };
};
