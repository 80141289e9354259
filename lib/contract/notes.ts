import * as z from 'zod/mini';
import {
  createdBy,
  described,
  docs,
  id,
  label,
  object,
  orNull,
  strictObject,
  Timestamp,
  text,
} from './fields.ts';
import { listQuery, pagesOf } from './page.ts';
import { route } from './route.ts';

const writable = {
  text: text(2000).register(docs, { description: 'The text of the note' }),
  author: described(
    orNull(label(100)),
    'The name of the person who wrote the note, as a program states it; null for a person who has signed in, whom `created_by` names',
  ),
};

export const Note = object('Note', 'A note that people add to a conversation', {
  id: id('note', 'The note’s id'),
  created_at: described(Timestamp, 'When the note was added'),
  conversation_id: id('conv', 'The conversation that the note is about'),
  ...writable,
  created_by: createdBy('note'),
});
export type Note = z.output<typeof Note>;

const NoteInput = strictObject('NoteInput', 'A new note', writable);
export type NoteInput = z.output<typeof NoteInput>;

export const list = route('GET /v1/conversations/{conversation_id}/notes', {
  summary: 'List the notes on a conversation, newest first',
  description: 'Lists what people wrote about the conversation.',
  scope: 'conversations:read',
  audit: 'notes.read',
  query: z.strictObject(listQuery),
  ...pagesOf('NoteList', Note),
});

export const create = route('POST /v1/conversations/{conversation_id}/notes', {
  summary: 'Add a note to a conversation',
  description: 'A note cannot be changed. It is erased with its conversation.',
  scope: 'conversations:write',
  audit: { people: 'note.created' },
  body: NoteInput,
  status: 201,
  location: '/v1/conversations/{conversation_id}/notes',
  response: Note,
});
