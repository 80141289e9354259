import { summaryCsv } from '#lib/domain/conversations/summary-csv.ts';
import type { ExamplesOf } from './example.ts';
import { lastPage } from './example.ts';
import { agent, conversation, conversationItem, turns } from './story.ts';

const params = { conversation_id: conversation.id };
const { summary, outcome, sentiment, data, quality, cost, external_id } = conversation;

const figures = {
  conversations: 42,
  completed: 40,
  failed: 2,
  successful: 31,
  judged: 38,
  with_recording: 39,
  duration_ms: { sum: 5_481_200, p50: 98_642, p95: 304_437 },
  costs: [{ amount: '9.8412', currency: 'USD' }],
};
const summarized = {
  timezone: 'America/New_York',
  from: '2026-11-20T05:00:00.000Z',
  to: '2026-11-21T05:00:00.000Z',
  rows: [
    {
      start: '2026-11-20T05:00:00.000Z',
      group: { agent_id: agent.id, outcome: 'appointment_moved' },
      ...figures,
    },
  ],
  total: figures,
};

export const conversations: ExamplesOf<'conversations'> = {
  list: {
    query: { outcome: 'appointment_moved', start_after: '2026-11-01T00:00:00Z', q: 'reschedule' },
    response: {
      data: [{ ...conversationItem, matches: [{ index: 1, text: turns[1]?.text ?? '' }] }],
      ...lastPage,
    },
  },
  active: {
    query: { channel: 'phone' },
    response: {
      data: [
        {
          ...conversationItem,
          id: 'conv_01kag4a2p7r9t3v6x8z1b5d0fh',
          status: 'active',
          end_time: null,
          duration_ms: null,
          end_reason: null,
          outcome: null,
          sentiment: null,
          summary: null,
          successful: null,
          cost: null,
          external_id: null,
          tags: [],
          reviewed: null,
          audio: { status: 'none', duration_ms: null },
        },
      ],
      ...lastPage,
    },
  },
  updateMatching: {
    query: { outcome: 'appointment_moved', start_after: '2026-11-01T00:00:00Z' },
    body: { add_tags: ['moved'], reviewed: true },
    response: { data: [{ id: conversation.id, status: 200, problem: null }], ...lastPage },
  },
  batch: {
    body: {
      conversations: [
        {
          agent_id: agent.id,
          status: 'completed',
          start_time: '2025-03-04T15:20:00Z',
          duration_ms: 61200,
          provider: { name: 'own_bot', conversation_id: '2025-000118' },
          turns: [{ role: 'agent', text: 'Harbor Dental, this is Pia.' }],
        },
        { agent_id: 'agent_01kag4a2p7r9t3v6x8z1b5d0fh', status: 'failed' },
      ],
    },
    response: {
      results: [
        { status: 201, id: conversation.id, problem: null },
        {
          status: 404,
          id: null,
          problem: {
            type: '/v1/openapi.json#/x-problems/agent_not_found',
            title: 'The agent was not found',
            status: 404,
            instance: '/v1/conversations',
            code: 'agent_not_found',
            request_id: '4d8f2c1e-6b3a-4f70-9c55-0e7a1b2d3c4f',
          },
        },
      ],
    },
  },
  summary: {
    query: {
      start_after: '2026-11-20T05:00:00Z',
      start_before: '2026-11-21T05:00:00Z',
      channel: ['phone'],
      group_by: ['agent_id', 'outcome'],
    },
    response: summarized,
    csv: summaryCsv(summarized),
  },
  create: {
    body: {
      agent_id: agent.id,
      channel: 'phone',
      direction: 'inbound',
      caller: { number: '+12125550123', name: 'Alex Moreno' },
      provider: { name: 'elevenlabs', conversation_id: 'conv_8901k4t9z5defmb8vh3e9361y7nj' },
      status: 'completed',
      start_time: '2026-11-20T09:30:00Z',
      duration_ms: 24587,
      end_reason: 'caller_hung_up',
      outcome,
      sentiment,
      summary,
      external_id,
      turns,
    },
    response: {
      ...conversation,
      provider: {
        name: 'elevenlabs',
        conversation_id: 'conv_8901k4t9z5defmb8vh3e9361y7nj',
        agent_id: null,
        metadata: {},
      },
      updated_at: conversation.created_at,
      version: 1,
      data: {},
      quality: null,
      metrics: {},
      cost: null,
      metadata: {},
      tags: [],
      reviewed: null,
      audio: { status: 'none', content_type: null, size_bytes: null, duration_ms: null, channels: null },
    },
  },
  get: { params, response: conversation },
  update: {
    params,
    body: { data, quality, cost, add_tags: ['needs_follow_up'], reviewed: true },
    response: conversation,
  },
  erase: { params, response: { id: conversation.id, status: 'erasing' } },
};
