import * as z from 'zod/mini';
import { atMost, described, docs, enumeration, id, Metadata, openValue, orNull, text } from './fields.ts';
import { pageOf, pageQuery } from './page.ts';
import { route } from './route.ts';

export const TranscriptStatus = enumeration(
  'TranscriptStatus',
  ['none', 'partial', 'final'],
  'Whether a transcript has turns: `none` yet, `partial` while the conversation is active, `final` after its end',
);

const TurnRole = enumeration('TurnRole', ['user', 'agent', 'system', 'tool'], 'The speaker of a turn');

const Milliseconds = z.int().check(z.minimum(0), z.maximum(31_622_400_000));

export const ToolCall = z
  .strictObject({
    id: described(orNull(text(200)), 'The id of the call at the provider'),
    name: described(text(200), 'The tool that was called'),
    arguments: z
      ._default(openValue(65_536), {})
      .register(docs, { description: 'The arguments of the call: any JSON value, at most 65,536 bytes' }),
    result: z
      ._default(openValue(131_072), null)
      .register(docs, { description: 'The result of the call: any JSON value, at most 131,072 bytes' }),
    error: described(orNull(text(5000)), 'Why the call failed; null if it succeeded'),
  })
  .register(docs, { id: 'ToolCall', description: 'A call of a tool by the agent, with its result' });

const said = {
  role: TurnRole,
  text: z.string().check(z.maxLength(20_000)).register(docs, { description: 'The words that were said' }),
  start_ms: described(
    orNull(Milliseconds),
    'When the turn began, in milliseconds from the start of the conversation',
  ),
  end_ms: described(
    orNull(Milliseconds),
    'When the turn ended, in milliseconds from the start of the conversation',
  ),
  tool_calls: z
    ._default(z.array(ToolCall).check(z.maxLength(64)), [])
    .register(docs, { description: 'The tools that the agent called in this turn' }),
  metadata: z._default(Metadata, {}),
};

export const Turn = z
  .object({
    index: z
      .int()
      .check(z.minimum(0))
      .register(docs, { description: 'The turn’s position in the transcript, from 0' }),
    ...said,
  })
  .register(docs, { id: 'Turn', description: 'One turn of a conversation: what one speaker said' });
export type Turn = z.output<typeof Turn>;

export const TurnInput = z
  .strictObject({
    index: z.optional(z.int().check(z.minimum(0))).register(docs, {
      description:
        'The turn’s position in the transcript, from 0. Default: the next position. If you send it, sending the turn again has no effect',
    }),
    ...said,
  })
  .check(
    z.refine(({ start_ms, end_ms }) => start_ms === null || end_ms === null || end_ms >= start_ms, {
      path: ['end_ms'],
      message: 'must not be before start_ms',
    }),
    atMost(300_000),
  )
  .register(docs, { id: 'TurnInput', description: 'A turn to append: at most 300,000 bytes as JSON' });
export type TurnInput = z.output<typeof TurnInput>;

/** The turns of one request. Except for very short turns, the limit of 1 MB for the body is reached first. */
export const TurnsInput = z.array(TurnInput).check(z.maxLength(5000));

const TranscriptInput = z
  .strictObject({
    turns: TurnsInput.check(z.minLength(1)).register(docs, { description: 'The turns to append, in order' }),
  })
  .register(docs, { id: 'TranscriptInput', description: 'Turns to append' });

const params = z.strictObject({
  conversation_id: id('conv', 'The conversation’s id'),
});

/** The scope that reads a transcript, by its own route or with its conversation. */
export const readTranscripts = 'conversations:read';

export const get = route('GET /v1/conversations/{conversation_id}/transcript', {
  summary: 'Get the transcript of a conversation',
  description: 'Returns the turns of the conversation in order, one page at a time.',
  scope: readTranscripts,
  params,
  query: z.strictObject(pageQuery),
  status: 200,
  response: pageOf('Transcript', Turn, {
    conversation_id: id('conv', 'The conversation’s id'),
    status: TranscriptStatus,
  }),
  paged: true,
  errors: ['conversation_not_found'],
});

export const append = route('POST /v1/conversations/{conversation_id}/transcript', {
  summary: 'Append turns to a conversation',
  description:
    'Appends turns to the transcript. A turn whose `index` the transcript already has is compared with the existing turn and skipped if they are equal; an index beyond the next one is refused. Sending the same turns again therefore neither loses nor duplicates any.',
  scope: 'conversations:write',
  params,
  body: TranscriptInput,
  status: 200,
  response: z
    .object({
      conversation_id: id('conv', 'The conversation’s id'),
      status: TranscriptStatus,
      turns: z
        .int()
        .check(z.minimum(0))
        .register(docs, { description: 'The number of turns in the transcript now' }),
    })
    .register(docs, { id: 'TranscriptLength', description: 'The state of a transcript after an append' }),
  errors: ['conversation_not_found', 'transcript_gap', 'turn_conflict', 'transcript_full'],
});
