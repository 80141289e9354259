import * as z from 'zod/mini';
import { Turn } from '#lib/contract/transcripts.ts';
import type { ExamplesOf } from './example.ts';
import { agent, conversation } from './story.ts';

const params = { conversation_id: conversation.id };
const text = 'I have to reschedule my cleaning on Tuesday.';
const answer = 'Of course. Would Thursday at ten suit you?';
const greeting = 'Hello, this is Pia of Harbor Dental. I am an AI assistant. How can I help you?';

const turns = [
  z.parse(Turn, { index: 1, role: 'user', text, start_ms: 8200 }),
  z.parse(Turn, {
    index: 2,
    role: 'agent',
    text: answer,
    start_ms: 9740,
    usage: {
      model: 'eu.amazon.nova-lite-v1:0',
      input_tokens: 412,
      output_tokens: 14,
      latency_ms: 1530,
      first_token_ms: null,
    },
  }),
];

const chat = {
  ...conversation,
  channel: 'web' as const,
  provider: null,
  status: 'active' as const,
  handling: 'agent' as const,
  end_time: null,
  duration_ms: null,
  end_reason: null,
};

const over = {
  conversation_id: conversation.id,
  status: 'completed' as const,
  handling: 'agent' as const,
  end_time: '2026-11-20T09:34:02.114Z',
  end_reason: 'user_ended',
};

export const chats: ExamplesOf<'chats'> = {
  create: {
    params: { agent_id: agent.id },
    body: { channel: 'web', variables: { practice: 'Harbor Dental' } },
    response: {
      ...chat,
      message: greeting,
      session_token: 'vac_4PnUq0x1NwJZcGkT9yRb3sVd7mHfLa6eKoWi2tXjB8QzYpC5r',
      stream_url: `https://api.example.com/v1/live/conversations/${conversation.id}/messages`,
    },
  },
  send: {
    params,
    body: { text },
    response: {
      conversation_id: conversation.id,
      turns,
      message: answer,
      tool_calls: [],
      node: 'reschedule',
      ended: false,
      handling: 'agent',
      usage: { input_tokens: 412, output_tokens: 14 },
      cost: { amount: '0.00003', currency: 'EUR' },
    },
  },
  sendResults: {
    params,
    body: { results: [{ id: 'call_1', result: { day: '2026-11-26' } }] },
    response: {
      conversation_id: conversation.id,
      turns: turns.slice(1),
      message: answer,
      tool_calls: [],
      node: 'reschedule',
      ended: false,
      handling: 'agent',
      usage: { input_tokens: 412, output_tokens: 14 },
      cost: { amount: '0.00003', currency: 'EUR' },
    },
  },
  ears: {
    params,
    body: {},
    response: {
      kind: 'transcribe',
      url: 'wss://transcribestreaming.eu-central-1.amazonaws.com:8443/stream-transcription-websocket?X-Amz-Algorithm=AWS4-HMAC-SHA256',
      token: null,
      sample_rate: 16_000,
      expires_at: '2026-11-20T09:36:08.114Z',
    },
  },
  stream: {
    params,
    body: { text, speak: true, heard: { turn: 0, characters: 24 } },
    response: `event: accepted\ndata: {"turn":1}\n\nevent: delta\ndata: {"text":"Of course. "}\n\nevent: audio\ndata: {"turn":2,"sentence":0,"characters":11,"interruptible":true,"content_type":"audio/mpeg","data":"//NExAAA"}\n\n`,
  },
  messages: {
    params,
    query: { after: '0', wait: '20' },
    response: { data: turns, status: 'active', handling: 'agent' },
  },
  follow: {
    params,
    query: { after: '0', wait: '20' },
    response: { data: turns, status: 'active', handling: 'agent' },
  },
  leave: { params, response: over },
  end: { params, response: over },
};
