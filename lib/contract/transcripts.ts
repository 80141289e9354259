import * as z from 'zod/mini';
import { atMost, docs, id, Metadata, openValue, orNull, text } from './fields.ts';
import { pageOf, pageQuery } from './page.ts';
import { route } from './route.ts';

export const TranscriptStatus = z.enum(['none', 'partial', 'final']);

const Milliseconds = z.int().check(z.minimum(0), z.maximum(31_622_400_000));

export const ToolCall = z
  .strictObject({
    id: orNull(text(200)),
    name: text(200),
    arguments: z._default(openValue(65_536), {}),
    result: z._default(openValue(131_072), null),
    error: orNull(text(5000)),
  })
  .register(docs, { id: 'ToolCall', description: 'What an agent asked of a tool, and what came back' });

const said = {
  role: z.enum(['user', 'agent', 'system', 'tool']),
  text: z.string().check(z.maxLength(20_000)),
  start_ms: orNull(Milliseconds).register(docs, { description: 'From the start of the conversation' }),
  end_ms: orNull(Milliseconds),
  tool_calls: z._default(z.array(ToolCall).check(z.maxLength(64)), []),
  metadata: z._default(Metadata, {}),
};

export const Turn = z
  .object({ index: z.int().check(z.minimum(0)), ...said })
  .register(docs, { id: 'Turn', description: 'What one side said at once' });
export type Turn = z.output<typeof Turn>;

export const TurnInput = z
  .strictObject({
    index: z
      .optional(z.int().check(z.minimum(0)))
      .register(docs, { description: 'The turn’s place, from 0; makes a repeat harmless. Absent: the next' }),
    ...said,
  })
  .check(
    z.refine(({ start_ms, end_ms }) => start_ms === null || end_ms === null || end_ms >= start_ms, {
      path: ['end_ms'],
      message: 'must not be before start_ms',
    }),
    atMost(300_000),
  )
  .register(docs, { id: 'TurnInput' });
export type TurnInput = z.output<typeof TurnInput>;

/** Turns of one request; the body's own limit of 1 MB is nearer for all but very short turns. */
export const TurnsInput = z.array(TurnInput).check(z.maxLength(5000));

const params = z.strictObject({
  conversation_id: id('conv', 'The conversation’s id'),
});

export const get = route('GET /v1/conversations/{conversation_id}/transcript', {
  summary: 'Read a conversation’s turns in their order',
  description: 'A page at a time, from the first turn on.',
  scope: 'conversations:read',
  params,
  query: z.strictObject(pageQuery),
  status: 200,
  response: pageOf(Turn, { conversation_id: id('conv'), status: TranscriptStatus }),
  paged: true,
  errors: ['conversation_not_found'],
});

export const append = route('POST /v1/conversations/{conversation_id}/transcript', {
  summary: 'Append turns to a conversation',
  description:
    'Turns with an `index` that the transcript has already are compared with it and left out; an index beyond the next is refused, so that nothing is lost or doubled by a repeat.',
  scope: 'conversations:write',
  params,
  body: z.strictObject({ turns: TurnsInput.check(z.minLength(1)) }),
  status: 200,
  response: z.object({
    conversation_id: id('conv'),
    status: TranscriptStatus,
    turns: z.int().check(z.minimum(0)).register(docs, { description: 'How many the transcript has now' }),
  }),
  errors: ['conversation_not_found', 'transcript_gap', 'turn_conflict', 'transcript_full'],
});
