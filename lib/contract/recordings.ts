import * as z from 'zod/mini';
import { docs, id, orNull, Timestamp } from './fields.ts';
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
const Link = z.url().register(docs, { maxLength: 8192 });

const described = {
  size_bytes: z.int().check(z.minimum(1), z.maximum(5_000_000_000)).register(docs, {
    description:
      'S3 takes up to 5 GB in one PUT (docs.aws.amazon.com/AmazonS3/latest/userguide/upload-objects.html)',
  }),
  duration_ms: z.int().check(z.minimum(1), z.maximum(604_800_000)),
  channels: z.int().check(z.minimum(1), z.maximum(16)),
};

export const Audio = z
  .object({
    status: z.enum(['none', 'pending', 'available', 'deleted']),
    content_type: z.nullable(AudioType),
    size_bytes: z.nullable(described.size_bytes),
    duration_ms: z.nullable(described.duration_ms),
    channels: z.nullable(described.channels),
  })
  .register(docs, { id: 'Audio', description: 'The conversation’s recording' });
export type Audio = z.output<typeof Audio>;

export const AudioInput = z
  .strictObject({
    content_type: AudioType,
    size_bytes: described.size_bytes,
    duration_ms: orNull(described.duration_ms),
    channels: orNull(described.channels),
  })
  .register(docs, { id: 'AudioInput' });
export type AudioInput = z.output<typeof AudioInput>;

const params = z.strictObject({
  conversation_id: id('conv', 'The conversation’s id'),
});

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
    duration_ms: z.nullable(described.duration_ms),
    channels: z.nullable(described.channels),
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
        .record(z.string().check(z.maxLength(100)), z.string().check(z.maxLength(1000)))
        .register(docs, { description: 'To be sent as they are' }),
      expires_at: Timestamp,
    }),
  }),
  errors: ['conversation_not_found', 'recording_disabled', 'recording_exists', 'recording_deleted'],
});
