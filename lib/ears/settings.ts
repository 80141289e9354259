import * as z from 'zod/mini';
import { parseJson } from '#lib/domain/json.ts';

/** The recognition of speech in pages. */
export const EarsSettings = z.discriminatedUnion('provider', [
  z.strictObject({
    /** Amazon Transcribe, by the function's role. */
    provider: z.literal('transcribe'),
    /** Absent: the stack's region. Not every region has it. */
    region: z.optional(
      z.string().check(z.regex(/^[a-z]{2,}(-[a-z]+)+-\d$/, 'must be a region such as eu-central-1')),
    ),
    /** Whether visitors of widgets may listen as well, whom nobody knows. Absent: they may not. */
    widgets: z.optional(z.boolean()),
    /** The price of a minute. Without it, listening has no cost. */
    price: z.optional(
      z.strictObject({
        amount: z.number().check(z.minimum(0), z.maximum(1000)),
        currency: z.string().check(z.regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code')),
      }),
    ),
  }),
  z.strictObject({
    /** A server on this machine that speaks the protocol of Amazon Transcribe. */
    provider: z.literal('local'),
    url: z.string().check(z.regex(/^wss?:\/\/\S+$/, 'must begin with ws: or wss:'), z.maxLength(2000)),
  }),
]);
export type EarsSettings = z.output<typeof EarsSettings>;

/** The settings in a function's environment; undefined: pages recognize speech by themselves. */
export const earsSettings = (): EarsSettings | undefined => {
  const { EARS_SETTINGS } = process.env;
  return EARS_SETTINGS ? EarsSettings.parse(parseJson(EARS_SETTINGS)) : undefined;
};

/** The settings for visitors of widgets. Each stream is the operator's cost, which the operator must want. */
export const earsForVisitors = (): EarsSettings | undefined => {
  const settings = earsSettings();
  return settings?.provider === 'transcribe' && !settings.widgets ? undefined : settings;
};
