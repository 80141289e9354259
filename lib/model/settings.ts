import * as z from 'zod/mini';
import { parseJson } from '#lib/domain/json.ts';
import { EndpointUrl } from './endpoint-url.ts';

/**
 * The model that stands in for a language model: it follows the flow by comparing words, costs nothing, and
 * is deterministic.
 */
export const rehearsalId = 'rehearsal';

const ModelId = z
  .string()
  .check(
    z.regex(
      /^[A-Za-z0-9][A-Za-z0-9._:/@-]{0,199}$/,
      'must be a model’s id, such as eu.amazon.nova-lite-v1:0',
    ),
  );

const limits = {
  /** The models that agents may name. The first one is the default. `rehearsal` may be among them. */
  models: z.array(ModelId).check(z.minLength(1), z.maxLength(50)),
  /** The time limit for a whole answer, in seconds; API Gateway waits for 30. */
  timeout_seconds: z._default(z.number().check(z.minimum(1), z.maximum(24)), 20),
  /**
   * The models that analyzers may name, of which the first one is their default; absent: all of `models`
   * except `rehearsal`.
   */
  analysis_models: z.optional(z.array(ModelId).check(z.minLength(1), z.maxLength(50))),
  /** The prices of a million tokens, by model. Without them, analyses and chats have no cost. */
  prices: z.optional(
    z.record(
      ModelId,
      z.strictObject({
        input: z.number().check(z.minimum(0), z.maximum(1_000_000)),
        output: z.number().check(z.minimum(0), z.maximum(1_000_000)),
        currency: z.string().check(z.regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code')),
      }),
    ),
  ),
  /** The maximum number of tokens in an answer, whatever the agent's settings. */
  max_tokens: z._default(z.int().check(z.minimum(1), z.maximum(100_000)), 2000),
};

/** The available language models and their endpoint. */
export const ModelSettings = z.discriminatedUnion('provider', [
  z.strictObject({
    provider: z.literal('bedrock'),
    region: z.string().check(z.regex(/^[a-z]{2,}(-[a-z]+)+-\d$/, 'must be a region such as eu-central-1')),
    ...limits,
  }),
  z.strictObject({
    provider: z.literal('openai_compatible'),
    /** The part of the URL before `/chat/completions`. */
    base_url: EndpointUrl,
    /** The name of a secret of Secrets Manager that holds the API key as its text. */
    api_key_secret: z.optional(z.string().check(z.minLength(1), z.maxLength(512))),
    /**
     * The models that reason before they answer, whose requests have `max_completion_tokens` and no
     * temperature; absent: those whose names say so.
     */
    reasoning_models: z.optional(z.array(ModelId).check(z.maxLength(50))),
    /** Whether streams are asked for their tokens, which some endpoints refuse; absent: they are. */
    stream_usage: z.optional(z.boolean()),
    ...limits,
  }),
]);
export type ModelSettings = z.output<typeof ModelSettings>;

/** The models that agents or analyzers may name. */
export const namedModels = ({ models, analysis_models = [] }: ModelSettings): string[] => [
  ...new Set([...models, ...analysis_models]),
];

/** The settings in a function's environment; undefined: there is no model. */
export const modelSettings = (): ModelSettings | undefined => {
  const { MODEL_SETTINGS } = process.env;
  return MODEL_SETTINGS ? ModelSettings.parse(parseJson(MODEL_SETTINGS)) : undefined;
};
