import type { ExamplesOf } from './example.ts';
import { lastPage } from './example.ts';
import { apiKey, conversation } from './story.ts';

const params = { conversation_id: conversation.id };
const body = { text: 'Called back: the new date suits her.', author: 'Ada Young' };

export const note = {
  id: 'note_01kag4a2b5c8d1e4f7g9h3j6km',
  created_at: '2026-11-20T10:02:11.480Z',
  conversation_id: conversation.id,
  ...body,
  created_by: apiKey.id,
};

export const notes: ExamplesOf<'notes'> = {
  list: { params, query: { limit: '20' }, response: { data: [note], ...lastPage } },
  create: { params, body, response: note },
};
