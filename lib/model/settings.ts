import * as z from 'zod/mini';
import { EndpointUrl } from '#lib/model/endpoint-url.ts';

/** The model that is none: it follows the flow by its words, costs nothing and answers the same each time. */
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
  /** What agents may name, and first the one that those get that name none. `rehearsal` may be among them. */
  models: z.array(ModelId).check(z.minLength(1), z.maxLength(50)),
  /** For everything that an answer takes; API Gateway waits for 30. */
  timeout_seconds: z._default(z.number().check(z.minimum(1), z.maximum(24)), 20),
  /** Tokens of an answer at most, whatever the agent says. */
  max_tokens: z._default(z.int().check(z.minimum(1), z.maximum(100_000)), 2000),
};

/** Which language models there are, and where. */
export const ModelSettings = z.discriminatedUnion('provider', [
  z.strictObject({
    provider: z.literal('bedrock'),
    region: z.string().check(z.regex(/^[a-z]{2,}(-[a-z]+)+-\d$/, 'must be a region such as eu-central-1')),
    ...limits,
  }),
  z.strictObject({
    provider: z.literal('openai_compatible'),
    /** Up to what precedes `/chat/completions`. */
    base_url: EndpointUrl,
    /** The name of a secret of Secrets Manager that holds the API key as its text. */
    api_key_secret: z.optional(z.string().check(z.minLength(1), z.maxLength(512))),
    ...limits,
  }),
]);
export type ModelSettings = z.output<typeof ModelSettings>;

/** The settings as a function finds them in its environment; undefined: there is no model. */
export const modelSettings = (): ModelSettings | undefined => {
  const { MODEL_SETTINGS } = process.env;
  return MODEL_SETTINGS ? ModelSettings.parse(JSON.parse(MODEL_SETTINGS)) : undefined;
};
