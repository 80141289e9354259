import { randomBytes } from 'node:crypto';
import type { LanguageModel } from 'ai';
import { APICallError, generateText, jsonSchema, ToolChoiceViolationError, tool } from 'ai';
import type { AnalysisReason, AnalysisResult, ExtractedField } from '#lib/contract/analyses.ts';
import type { Analyzer, Criterion } from '#lib/contract/analyzers.ts';
import { isJudged } from '#lib/contract/analyzers.ts';
import type { Conversation } from '#lib/contract/conversations.ts';
import type { Turn } from '#lib/contract/transcripts.ts';
import { missing } from '#lib/domain/analysis/checks.ts';
import type { Judge, Judgement, Meter, Tokens } from '#lib/domain/analysis/judge.ts';
import { inBatches } from '#lib/domain/batches.ts';
import { analysisModels } from './allowed-models.ts';
import { failureOf } from './failures.ts';
import type { Part } from './judge-output.ts';
import { readOutput, schemaOf } from './judge-output.ts';
import { promptOf, transcriptOf } from './judge-prompt.ts';
import { languageModel } from './providers.ts';
import type { ModelSettings } from './settings.ts';
import { modelSettings } from './settings.ts';
import { estimatedTokens, reportedTokens } from './tokens.ts';

/** A model judges few criteria well at once. */
const criteriaAtOnce = 10;

/** The requests that together ask for everything. The first one asks for all that is not a criterion. */
const partsOf = (analyzer: Analyzer): Part[] => {
  const batches = inBatches(analyzer.criteria.filter(isJudged), criteriaAtOnce);
  const fields = analyzer.fields.filter(({ pattern }) => pattern === null);
  const { outcome, sentiment, summary } = analyzer;
  const first: Part = { criteria: batches[0] ?? [], fields, outcome, sentiment, summary };
  const rest = batches
    .slice(1)
    .map((criteria): Part => ({ criteria, fields: [], outcome: null, sentiment: false, summary: null }));
  return [first, ...rest];
};

const estimate = (characters: number, output: number): Tokens => ({
  input: estimatedTokens(characters),
  output,
});

interface ModelRequest {
  readonly model: LanguageModel;
  readonly maxTokens: number;
  readonly meter: Meter;
  readonly signal: AbortSignal;
}

type Answer = { readonly submitted: unknown } | { readonly reason: AnalysisReason };

/** Asks once, within the budget, and returns what the model submitted. */
const ask = async (prompt: string, part: Part, asking: ModelRequest): Promise<Answer> => {
  const { model, maxTokens, meter, signal } = asking;
  const schema = schemaOf(part);
  const reserved = estimate(prompt.length + JSON.stringify(schema).length, maxTokens);
  if (!(await meter.reserve(reserved.input + reserved.output))) return { reason: 'budget' };
  let used: Tokens | undefined;
  try {
    const found = await generateText({
      model,
      messages: [{ role: 'user', content: prompt }],
      tools: {
        submit: tool({
          description: 'Submits the results. Call it exactly once.',
          inputSchema: jsonSchema(schema),
        }),
      },
      toolChoice: 'required',
      temperature: 0,
      maxOutputTokens: maxTokens,
      maxRetries: 0,
      abortSignal: signal,
      // The library keeps the usage of an answer in words to itself.
      onLanguageModelCallEnd: ({ usage }) => {
        used = reportedTokens(usage);
      },
    });
    await meter.settle(reserved, used);
    const [call, ...more] = found.toolCalls.filter(({ toolName }) => toolName === 'submit');
    return { submitted: more.length === 0 ? call?.input : undefined };
  } catch (error) {
    // A request that the provider refused was not worked on. Any other may have been.
    const isRefused = APICallError.isInstance(error) && (error.statusCode ?? 0) >= 400;
    await meter.settle(reserved, isRefused ? { input: 0, output: 0 } : used);
    // It answered in words, such as a call that is written as XML.
    if (ToolChoiceViolationError.isInstance(error)) return { submitted: undefined };
    failureOf(error, signal);
    return { reason: 'model_failed' };
  }
};

const unscored = ({ name }: Pick<Criterion, 'name'>, reason: AnalysisReason): AnalysisResult => ({
  name,
  verdict: 'unscored',
  score: null,
  rationale: null,
  evidence: [],
  reason,
});

interface PartJudged {
  readonly results: readonly AnalysisResult[];
  readonly fields: readonly ExtractedField[];
  readonly outcome: string | null;
  readonly sentiment: Conversation['sentiment'];
  readonly summary: string | null;
  readonly reason: AnalysisReason | null;
}

const nothingOf = ({ criteria, fields }: Part, reason: AnalysisReason): PartJudged => ({
  results: criteria.map((criterion) => unscored(criterion, reason)),
  fields: fields.map((field) => missing(field, reason)),
  outcome: null,
  sentiment: null,
  summary: null,
  reason,
});

/** Judges one part, and asks once more if the answer cannot be used. */
const judgePart = async (
  prompt: string,
  part: Part,
  turns: readonly Turn[],
  asking: ModelRequest,
): Promise<PartJudged> => {
  const first = await ask(prompt, part, asking);
  if ('reason' in first) return nothingOf(part, first.reason);
  const read = readOutput(first.submitted, part, turns);
  if (read.faults.length === 0) return read.judged;
  const repair = `${prompt}\n\nYour last answer could not be used:\n${read.faults.join('\n')}\nCall submit once with a complete answer.`;
  const second = await ask(repair, part, asking);
  return 'reason' in second ? read.judged : readOutput(second.submitted, part, turns).judged;
};

/**
 * The model that an analyzer names, or else the first one; undefined if it is not allowed, or there is none.
 */
const modelOf = ({ model }: Analyzer, settings: ModelSettings | undefined): string | undefined => {
  const allowed = analysisModels(settings);
  return model === null ? allowed[0] : allowed.find((id) => id === model.id);
};

const withoutModel: Pick<Judgement, 'model' | 'price'> = { model: null, price: null };

const joined = (parts: readonly PartJudged[]): PartJudged => ({
  results: parts.flatMap(({ results }) => results),
  fields: parts.flatMap(({ fields }) => fields),
  outcome: parts[0]?.outcome ?? null,
  sentiment: parts[0]?.sentiment ?? null,
  summary: parts[0]?.summary ?? null,
  reason: parts.find(({ reason }) => reason !== null)?.reason ?? null,
});

/** Asks the configured model for what an analyzer needs one for. */
export const judge: Judge = async (analyzer, { turns }, meter, millisecondsLeft) => {
  const settings = modelSettings();
  const id = modelOf(analyzer, settings);
  const parts = partsOf(analyzer);
  if (!settings || id === undefined) {
    return { ...joined(parts.map((part) => nothingOf(part, 'no_model'))), ...withoutModel };
  }
  const nonce = randomBytes(9).toString('base64url');
  const transcript = transcriptOf(turns, nonce);
  const judged: PartJudged[] = [];
  for (const part of parts) {
    const milliseconds = Math.max(1, Math.min(settings.timeout_seconds * 1000, millisecondsLeft()));
    const prompt = promptOf(analyzer, part, nonce, transcript);
    judged.push(
      await judgePart(prompt, part, turns, {
        model: languageModel(settings, id),
        maxTokens: settings.max_tokens,
        meter,
        signal: AbortSignal.timeout(milliseconds),
      }),
    );
  }
  return { ...joined(judged), model: id, price: settings.prices?.[id] ?? null };
};
