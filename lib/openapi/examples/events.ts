import type { EventData, WebhookEvent } from '#lib/contract/event-data.ts';
import type { EventType } from '#lib/contract/events.ts';
import { auditRecord } from './audit-records.ts';
import { note } from './notes.ts';
import { agent, apiKey, client, conversation, documentItem, toolServer, webhook } from './story.ts';
import { testRun } from './test-runs.ts';

/** The data of each type: one without an example does not compile. */
const data: { readonly [T in EventType]: EventData<T> } = {
  'client.created': client,
  'client.updated': client,
  'client.suspended': { ...client, status: 'suspended' },
  'client.erased': { id: client.id },
  'agent.created': agent,
  'agent.updated': agent,
  'agent.removed': { id: agent.id },
  'document.created': documentItem,
  'document.updated': documentItem,
  'document.removed': { id: documentItem.id, agent_id: agent.id },
  'conversation.started': { ...conversation, status: 'active', end_time: null, duration_ms: null },
  'conversation.updated': conversation,
  'conversation.handover_requested': {
    ...conversation,
    channel: 'web',
    provider: null,
    status: 'active',
    end_time: null,
    duration_ms: null,
    end_reason: null,
    handling: 'waiting',
    handover: {
      requested_at: '2026-11-20T09:30:20.114Z',
      reason: 'The caller asks for a refund.',
      answer_by: '2026-11-20T09:40:20.114Z',
      author: null,
    },
  },
  'conversation.ended': conversation,
  'conversation.analyzed': conversation,
  'conversation.reviewed': conversation,
  'conversation.erased': { id: conversation.id },
  'transcript.appended': conversation,
  'note.created': note,
  'recording.available': conversation,
  'api_key.created': apiKey,
  'api_key.rotated': apiKey,
  'api_key.revoked': { id: apiKey.id },
  'integration.failing': {
    id: 'intg_01kaf6x4b7c9d2e5f8g1h3j6km',
    provider: 'elevenlabs',
    name: 'ElevenLabs, production',
    status_detail: 'The provider refused the API key',
  },
  'tool_server.changed': { id: toolServer.id, name: toolServer.name, tools: ['find_order'] },
  'webhook.disabled': { id: webhook.id, disabled_reason: 'failing' },
  'usage.threshold_reached': {
    client_id: client.id,
    percent: 80,
    used_minutes: 801,
    included_minutes: 1000,
    period_start: '2026-11-01T05:00:00.000Z',
    period_end: '2026-12-01T05:00:00.000Z',
  },
  'statement.finalized': {
    id: 'stmt_01kag9w3e6f8g2h5j7k1m4n6pq',
    client_id: client.id,
    period_start: '2026-10-01T04:00:00.000Z',
    period_end: '2026-11-01T04:00:00.000Z',
    total: { amount: '149.00', currency: 'USD' },
  },
  'export.completed': {
    id: 'exp_01kaga1f4g7h9j2k5m8n3p6q1r',
    status: 'completed',
    rows: 18204,
    size_bytes: 5_242_880,
  },
  'analysis.budget_reached': {
    client_id: client.id,
    analyzer_id: null,
    month: '2026-11',
    tokens_per_month: 2_000_000,
    tokens: 1_998_412,
  },
  'analysis_run.completed': {
    id: 'arun_01kagb2c5d8e1f4g7h0j3k6m9n',
    analyzer_id: 'anl_01kagb1a4b7c0d3e6f9g2h5j8k',
    status: 'completed',
    analyzed: 412,
    skipped: 9,
    failed: 0,
    tokens: 1_204_118,
  },
  'test_run.completed': {
    id: testRun.id,
    agent_id: testRun.agent_id,
    agent_version: testRun.agent_version,
    suite_id: testRun.suite_id,
    status: 'completed',
    result: 'passed',
    total: 3,
    done: 3,
  },
  'audit.recorded': auditRecord,
  ping: { id: webhook.id },
};

/** The body of each type, as a webhook receives it. */
export const eventExamples = Object.fromEntries(
  (Object.keys(data) as EventType[]).map((type) => [
    type,
    {
      id: 'evt_01kag3y8m2n5p7q9r1s4t6v3wx',
      type,
      timestamp: '2026-11-20T09:31:02.114Z',
      client_id: client.id,
      data: data[type],
    },
  ]),
) as unknown as { readonly [T in EventType]: Extract<WebhookEvent, { readonly type: T }> };
