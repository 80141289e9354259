import * as z from 'zod';
import { id, Timestamp } from './fields.ts';
import { route } from './route.ts';

/** What a browser plays and S3 may serve under the operator's name: never text or HTML. */
export const AudioType = z.enum([
  'audio/aac',
  'audio/flac',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/webm',
]);

export type AudioType = z.output<typeof AudioType>;

/** A presigned URL: longer than others, because it carries the permission. */
const Link = z.url().meta({ maxLength: 8192 });

const described = {
  size_bytes: z.int().min(1).max(5_000_000_000).meta({
    description:
      'S3 takes up to 5 GB in one PUT (docs.aws.amazon.com/AmazonS3/latest/userguide/upload-objects.html)',
  }),
  duration_ms: z.int().min(1).max(604_800_000),
  channels: z.int().min(1).max(16),
};

export const Audio = z
  .object({
    status: z.enum(['none', 'pending', 'available', 'deleted']),
    content_type: AudioType.nullable(),
    size_bytes: described.size_bytes.nullable(),
    duration_ms: described.duration_ms.nullable(),
    channels: described.channels.nullable(),
  })
  .meta({ id: 'Audio', description: 'The conversation’s recording' });
export type Audio = z.output<typeof Audio>;

export const AudioInput = z
  .strictObject({
    content_type: AudioType,
    size_bytes: described.size_bytes,
    duration_ms: described.duration_ms.nullable().default(null),
    channels: described.channels.nullable().default(null),
  })
  .meta({ id: 'AudioInput' });
export type AudioInput = z.output<typeof AudioInput>;

const params = z.strictObject({ conversation_id: id('conv').meta({ description: 'The conversation’s id' }) });

export const get = route('GET /v1/conversations/{conversation_id}/audio', {
  summary: 'Get a link to the recording',
  description:
    'The link lives five minutes, needs no header and allows Range. Where `Accept` prefers `audio/*`, the answer is a redirect to it.',
  scope: 'recordings:read',
  params,
  status: 200,
  response: z.object({
    url: Link,
    expires_at: Timestamp,
    content_type: AudioType,
    size_bytes: described.size_bytes,
    duration_ms: described.duration_ms.nullable(),
    channels: described.channels.nullable(),
  }),
  redirect: { type: 'audio/*' },
  errors: ['conversation_not_found', 'recording_not_available', 'recording_pending', 'recording_deleted'],
});

export const create = route('POST /v1/conversations/{conversation_id}/audio', {
  summary: 'Get a link to upload the recording to',
  description:
    'The link takes exactly the announced type and length, once. The recording is available when S3 has it.',
  scope: 'recordings:write',
  params,
  body: AudioInput,
  status: 201,
  location: '/v1/conversations/{conversation_id}/audio',
  response: z.object({
    upload: z.object({
      url: Link,
      method: z.literal('PUT'),
      headers: z
        .record(z.string().max(100), z.string().max(1000))
        .meta({ description: 'To be sent as they are' }),
      expires_at: Timestamp,
    }),
  }),
  errors: ['conversation_not_found', 'recording_disabled', 'recording_exists', 'recording_deleted'],
});
