import * as z from 'zod/mini';
import { described, docs, enumeration, Flag, object, orNull, strictObject, Timestamp } from './fields.ts';
import { route } from './route.ts';

/** Types that browsers play and that S3 may serve under the operator's name: never text or HTML. */
export const AudioType = enumeration(
  'AudioType',
  ['audio/aac', 'audio/flac', 'audio/mp4', 'audio/mpeg', 'audio/ogg', 'audio/wav', 'audio/webm'],
  'The media type of a recording',
);

const AudioStatus = enumeration(
  'AudioStatus',
  ['none', 'pending', 'available', 'failed', 'deleted'],
  'The status of a recording: `none` if no recording was announced, `pending` until it is uploaded, `available`, `failed` if it could not be fetched from the provider, or `deleted`',
);

export type AudioType = z.output<typeof AudioType>;

/** A presigned URL: longer than others, because it carries the permission. */
export const Link = z
  .url()
  .register(docs, { description: 'A presigned URL, which needs no API key', maxLength: 8192 });

const file = {
  size_bytes: z.int().check(z.minimum(1), z.maximum(5_000_000_000)).register(docs, {
    description: 'The size of the file in bytes: at most 5 GB',
  }),
  duration_ms: z
    .int()
    .check(z.minimum(1), z.maximum(604_800_000))
    .register(docs, { description: 'The length of the recording, in milliseconds' }),
  channels: z
    .int()
    .check(z.minimum(1), z.maximum(16))
    .register(docs, { description: 'The number of audio channels' }),
};

export const Audio = object('Audio', 'The conversation’s recording', {
  status: AudioStatus,
  content_type: described(z.nullable(AudioType), 'The media type of the recording'),
  size_bytes: described(z.nullable(file.size_bytes), 'The size of the file in bytes'),
  duration_ms: described(z.nullable(file.duration_ms), 'The length of the recording, in milliseconds'),
  channels: described(z.nullable(file.channels), 'The number of audio channels'),
});
export type Audio = z.output<typeof Audio>;

export const AudioInput = strictObject('AudioInput', 'The recording to upload', {
  content_type: AudioType,
  size_bytes: file.size_bytes,
  duration_ms: described(orNull(file.duration_ms), 'The length of the recording, in milliseconds'),
  channels: described(orNull(file.channels), 'The number of audio channels'),
});
export type AudioInput = z.output<typeof AudioInput>;

const UploadRequest = object('UploadRequest', 'A request to send with the file as its body', {
  url: Link,
  method: z.literal('PUT').register(docs, { description: 'The method of the request: always `PUT`' }),
  headers: z
    .record(z.string().check(z.maxLength(100)), z.string().check(z.maxLength(1000)))
    .register(docs, { description: 'The headers of the request, to be sent as they are' }),
  expires_at: described(Timestamp, 'When the link stops working'),
});

export const RecordingLink = object('RecordingLink', 'A link to the recording', {
  url: Link,
  expires_at: described(Timestamp, 'When the link stops working'),
  content_type: AudioType,
  size_bytes: file.size_bytes,
  duration_ms: described(z.nullable(file.duration_ms), 'The length of the recording, in milliseconds'),
  channels: described(z.nullable(file.channels), 'The number of audio channels'),
});
export type RecordingLink = z.output<typeof RecordingLink>;

/** The scope that reads a recording, by its own route or with its conversation. */
export const readRecordings = 'recordings:read';

export const get = route('GET /v1/conversations/{conversation_id}/audio', {
  summary: 'Get a link to the recording',
  description:
    'Returns a link that is valid for five minutes, needs no API key and supports range requests. If `Accept` prefers `audio/*`, the answer is a redirect to that link. A browser plays the link in place, or saves it as a file with `download=true`.',
  scope: readRecordings,
  audit: 'recording.opened',
  query: z.strictObject({
    download: described(
      z.optional(Flag),
      'With `true`, the link is answered with `Content-Disposition: attachment` and a file name, so that a browser saves the recording. Otherwise the browser plays it',
    ),
  }),
  response: RecordingLink,
  redirect: { type: 'audio/*' },
  holdsLink: true,
  errors: ['recording_not_available', 'recording_pending', 'recording_deleted'],
});

export const create = route('POST /v1/conversations/{conversation_id}/audio', {
  summary: 'Get a link to upload the recording to',
  description:
    'Returns a link to upload the recording to. The link accepts a file of exactly the announced type and size, once. Shortly after the upload the recording’s status is `available`.',
  scope: 'recordings:write',
  audit: { people: 'recording.created' },
  body: AudioInput,
  status: 201,
  location: '/v1/conversations/{conversation_id}/audio',
  response: object('RecordingUpload', 'The request that uploads the recording', { upload: UploadRequest }),
  holdsLink: true,
  errors: ['recording_disabled', 'recording_exists', 'recording_deleted'],
});
