import * as z from 'zod/mini';
import { docs, id, object } from './fields.ts';
import { route } from './route.ts';

/** The longest form that a carrier posts about a call. Twilio's have a few hundred bytes. */
const maxFormBytes = 32_000;

const fields = {
  conversation_id: z
    .optional(id('conv'))
    .register(docs, { description: 'The conversation of an outbound call; absent: somebody has called' }),
};
const query = z.strictObject(fields);

const Document = z.string().check(z.maxLength(10_000)).register(docs, {
  id: 'CallDocument',
  description: 'The instructions for the call in XML: TwiML',
});

/** Routes that a carrier calls are signed in the way of the carrier, and answer in its language. */
const byCarrier = {
  public: true,
  raw: { maxBytes: maxFormBytes },
} as const;

const errors = ['signature_invalid', 'integration_disabled', 'unavailable'] as const;

export const answer = route('POST /v1/integrations/{integration_id}/voice', {
  summary: 'Answer a call at a carrier',
  description:
    'Set this address as the voice URL of a number at Twilio, or of a TeXML application at Telnyx. The answer connects the call with the agent to which the number is mapped. A number without an agent, of a suspended organization, or of one that has used up its plan, rejects the call. The signature of the carrier is the authentication, so no API key is needed. Nothing is stored before the call is connected.',
  ...byCarrier,
  query,
  content: 'text/xml',
  response: Document,
  errors,
});

export const end = route('POST /v1/integrations/{integration_id}/voice/ended', {
  summary: 'Continue a call at a carrier after its agent',
  description:
    'The carrier calls it when the session with the agent, or the transfer of the call, has ended. The answer transfers the call, connects it again if the connection was lost, at most twice, or hangs up, after a sentence if nobody has answered the transfer.',
  ...byCarrier,
  query: z.strictObject({
    ...fields,
    attempt: z.optional(z.string().check(z.regex(/^[23]$/, 'must be 2 or 3'))).register(docs, {
      description: 'The number of times that the call was connected with its agent; absent: 1',
    }),
  }),
  content: 'text/xml',
  response: Document,
  errors,
});

const CallReported = object('CallReported', 'The report was received', {});

export const report = route('POST /v1/integrations/{integration_id}/voice/status', {
  summary: 'Receive the state of a call at a carrier',
  description:
    'The carrier calls it when an outbound call was not answered, and when a call has ended. Repeated reports change nothing.',
  ...byCarrier,
  query,
  response: CallReported,
  errors,
});

export const record = route('POST /v1/integrations/{integration_id}/voice/recording', {
  summary: 'Receive the end of a recording at a carrier',
  description:
    'The carrier calls it when the recording of a call has ended. The recording is copied into the conversation, and then removed at the carrier. Repeated reports change nothing.',
  ...byCarrier,
  response: CallReported,
  errors,
});
