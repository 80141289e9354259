import type { ExamplesOf } from './example.ts';
import { conversation } from './story.ts';

const params = { conversation_id: conversation.id };
const url =
  'https://recordings.s3.eu-central-1.amazonaws.com/recordings/01kag3x5ntfyxs4v4yh2m8q9ab?X-Amz-Expires=300&X-Amz-Signature=9f2c51e7';

export const recordings: ExamplesOf<'recordings'> = {
  get: {
    params,
    query: { download: 'false' },
    response: {
      url,
      expires_at: '2026-11-20T09:36:00.000Z',
      content_type: 'audio/mpeg',
      size_bytes: 98865,
      duration_ms: 24587,
      channels: 1,
    },
  },
  create: {
    params,
    body: { content_type: 'audio/mpeg', size_bytes: 98865, duration_ms: 24587, channels: 1 },
    response: {
      upload: {
        url,
        method: 'PUT',
        headers: { 'content-type': 'audio/mpeg', 'if-none-match': '*' },
        expires_at: '2026-11-20T09:46:00.000Z',
      },
    },
  },
};
