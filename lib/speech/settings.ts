import * as z from 'zod/mini';
import { parseJson } from '#lib/domain/json.ts';
import { EndpointUrl } from '#lib/model/endpoint-url.ts';

const limits = {
  /** The price of a million characters. Without it, what chats speak has no cost. */
  price: z.optional(
    z.strictObject({
      amount: z.number().check(z.minimum(0), z.maximum(1_000_000)),
      currency: z.string().check(z.regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code')),
    }),
  ),
};

/** The speech service for agents without an account at a voice provider. */
export const SpeechSettings = z.discriminatedUnion('provider', [
  z.strictObject({
    /** Amazon Polly, by the function's role. */
    provider: z.literal('polly'),
    /** Absent: the stack's region. Not every region has every engine. */
    region: z.optional(
      z.string().check(z.regex(/^[a-z]{2,}(-[a-z]+)+-\d$/, 'must be a region such as eu-central-1')),
    ),
    ...limits,
  }),
  z.strictObject({
    provider: z.literal('openai_compatible'),
    /** The part of the URL before `/audio/speech`. */
    base_url: EndpointUrl,
    /** The name of a secret of Secrets Manager that holds the API key as its text. */
    api_key_secret: z.optional(z.string().check(z.minLength(1), z.maxLength(512))),
    model: z.string().check(z.minLength(1), z.maxLength(200)),
    /** The voice of agents that name none. */
    voice: z._default(z.string().check(z.minLength(1), z.maxLength(200)), 'alloy'),
    ...limits,
  }),
  z.strictObject({
    /** For a platform on one machine. */
    provider: z.literal('stand_in'),
    ...limits,
  }),
]);
export type SpeechSettings = z.output<typeof SpeechSettings>;

/** The settings in a function's environment; undefined: there is no speech. */
export const speechSettings = (): SpeechSettings | undefined => {
  const { SPEECH_SETTINGS } = process.env;
  return SPEECH_SETTINGS ? SpeechSettings.parse(parseJson(SPEECH_SETTINGS)) : undefined;
};
