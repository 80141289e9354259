import * as z from 'zod/mini';
import { Turn } from '#lib/contract/transcripts.ts';
import type { ExamplesOf } from './example.ts';
import { lastPage } from './example.ts';
import { conversation, turns } from './story.ts';

const params = { conversation_id: conversation.id };

export const transcripts: ExamplesOf<'transcripts'> = {
  get: {
    params,
    query: { limit: '100' },
    response: {
      conversation_id: conversation.id,
      status: 'final',
      data: turns.map((turn, index) => z.parse(Turn, { ...turn, index })),
      ...lastPage,
    },
  },
  append: {
    params,
    body: { turns: turns.map((turn, index) => ({ ...turn, index })) },
    response: { conversation_id: conversation.id, status: 'partial', turns: turns.length },
  },
};
