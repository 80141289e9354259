import * as z from 'zod/mini';
import { Agent, AgentItem } from '#lib/contract/agents.ts';
import { ApiKey, ApiKeyItem } from '#lib/contract/api-keys.ts';
import { Client, ClientItem } from '#lib/contract/clients.ts';
import { Conversation, ConversationItem } from '#lib/contract/conversations.ts';
import { Deployment } from '#lib/contract/deployments.ts';
import { Document, DocumentItem } from '#lib/contract/documents.ts';
import { Import } from '#lib/contract/imports.ts';
import { IntegrationEvent, IntegrationEventItem } from '#lib/contract/integration-events.ts';
import { Integration, IntegrationItem } from '#lib/contract/integrations.ts';
import { ToolServer, ToolServerItem } from '#lib/contract/tool-servers.ts';
import { Message, MessageItem, Webhook, WebhookItem } from '#lib/contract/webhooks.ts';
import { Widget, WidgetItem } from '#lib/contract/widgets.ts';

/*
 * The entities that all examples are about: a dental practice, one of its branches, its receptionist, and a
 * call. Parsing fills in the defaults, so that each is whole.
 */

const created = {
  created_at: '2026-11-02T08:15:00.000Z',
  updated_at: '2026-11-02T08:15:00.000Z',
  version: 1,
};

export const client = z.parse(Client, {
  ...created,
  id: 'client_01kaf2m8x4e7tbw3h9q5r6s1vz',
  name: 'Harbor Dental',
  test: false,
  type: 'client',
  parent_id: 'client_01kaezy0v5fp2r8c4d6g7h3jkm',
  settings: { timezone: 'America/New_York', retention_days: 365 },
  billing_info: { email: 'billing@harbordental.example', currency: 'USD', plan: 'standard' },
  external_id: 'practice-118',
  effective_settings: { timezone: 'America/New_York', locale: 'en-US', retention_days: 365 },
  metadata: { crm_id: '48213' },
});
export const clientItem = z.parse(ClientItem, client);

export const subcompany = z.parse(Client, {
  ...created,
  id: 'client_01kaf5c9q2m7x8p4t6w3y1z0ab',
  name: 'Harbor Dental North',
  test: false,
  type: 'subcompany',
  parent_id: client.id,
  settings: {},
  billing_info: {},
  external_id: 'practice-118-north',
  effective_settings: client.effective_settings,
});
export const subcompanyItem = z.parse(ClientItem, subcompany);

export const writableAgent = {
  name: 'Pia',
  description: 'Receptionist: books and moves appointments',
  prompt: 'You are Pia, the receptionist of {{practice|Harbor Dental}}. Be brief and friendly.',
  first_message: 'Harbor Dental, this is Pia. How can I help you?',
  limit_message: 'Please start another chat if there is more that I can do.',
  disclosure: 'You are talking to an AI assistant of Harbor Dental.',
  filler: 'One moment.',
  failure_message: 'I am sorry, I cannot help you right now. I connect you with the front desk.',
  fallback_number: '+14155550100',
  language: 'en-US',
  voice_id: 'EXAVITQu4vr4xnSDxMaL',
  voice: { provider: 'elevenlabs', speed: 1.05 },
  personality: { tone: 'warm', style: 'concise', traits: ['patient'] },
  model: { provider: 'openai', id: 'gpt-5-mini', temperature: 0.3, max_tokens: 400 },
  tools: [
    {
      name: 'find_slot',
      description: 'Finds free appointments on a day',
      parameters: {
        type: 'object',
        properties: { day: { type: 'string', format: 'date', maxLength: 10 } },
        required: ['day'],
      },
    },
  ],
  conversation_flow: {
    start: 'greet',
    nodes: [
      {
        id: 'greet',
        instruction: 'Greet the caller and ask what the call is about.',
        transitions: [{ to: 'book', when: 'The caller wants an appointment' }],
      },
      { id: 'book', instruction: 'Find a slot and confirm it.' },
    ],
  },
  provider: { name: 'elevenlabs', agent_id: 'agent_3701k3ttaq12ewp8b7qv5rfyszkz' },
  metadata: { team: 'front-desk' },
};

export const agent = z.parse(Agent, {
  live_version: null,
  ...created,
  id: 'agent_01kaf4d7n3k8m2q5s9t1v6w0xy',
  client_id: client.id,
  ...writableAgent,
  knowledge_base: { documents: 1, bytes: 71, version: 1 },
});
export const agentItem = z.parse(AgentItem, agent);

export const document = z.parse(Document, {
  ...created,
  id: 'doc_01kaf4z1c6d8e3f5g7h9j2k4mn',
  agent_id: agent.id,
  name: 'Opening hours',
  text: 'We are open Monday to Friday, 8 a.m. to 6 p.m., and Saturday until noon.',
  bytes: 71,
});
export const documentItem = z.parse(DocumentItem, document);

export const turns = [
  {
    role: 'agent' as const,
    text: 'Harbor Dental, this is Pia. How can I help you?',
    start_ms: 0,
    end_ms: 3100,
  },
  {
    role: 'user' as const,
    text: 'Hello, I have to reschedule my cleaning on Tuesday.',
    start_ms: 3600,
    end_ms: 6900,
  },
];

export const conversation = z.parse(Conversation, {
  id: 'conv_01kag3x5ntfyxs4v4yh2m8q9ab',
  created_at: '2026-11-20T09:30:24.587Z',
  updated_at: '2026-11-20T09:31:02.114Z',
  version: 2,
  agent_id: agent.id,
  agent_version: 1,
  client_id: client.id,
  channel: 'phone',
  direction: 'inbound',
  caller: { number: '+12125550123', name: 'Alex Moreno' },
  provider: {
    name: 'elevenlabs',
    conversation_id: 'conv_8901k4t9z5defmb8vh3e9361y7nj',
    agent_id: 'agent_3701k3ttaq12ewp8b7qv5rfyszkz',
  },
  status: 'completed',
  start_time: '2026-11-20T09:30:00.000Z',
  end_time: '2026-11-20T09:30:24.587Z',
  duration_ms: 24587,
  end_reason: 'caller_hung_up',
  outcome: 'appointment_moved',
  sentiment: 'positive',
  summary: 'The caller moved a cleaning from Tuesday to Thursday at 10 a.m.',
  data: { appointment: '2026-11-26T10:00:00-05:00' },
  quality: {
    successful: true,
    score: 0.95,
    criteria: [{ name: 'appointment_confirmed', passed: true, rationale: 'Repeated day and time.' }],
  },
  metrics: { e2e_latency_p50_ms: 840 },
  cost: { amount: '0.0412', currency: 'USD' },
  carrier_cost: null,
  external_id: 'call-2026-4711',
  metadata: { campaign: 'autumn' },
  tags: ['needs_follow_up'],
  handling: null,
  handover: null,
  reviewed: { at: '2026-11-20T09:31:02.114Z', by: 'key_01kaf6b3n8p5q7r2s4t9v1w6xy' },
  sources: {
    outcome: 'provider',
    sentiment: 'provider',
    summary: 'provider',
    data: 'provider',
    quality: 'provider',
  },
  analysis: { status: 'completed', successful: true, failed: [] },
  audio: {
    status: 'available',
    content_type: 'audio/mpeg',
    size_bytes: 98865,
    duration_ms: 24587,
    channels: 1,
  },
  transcript: { status: 'final', turns: turns.length },
});
export const conversationItem = z.parse(
  z.omit(ConversationItem, { provider: true, data: true, quality: true, metrics: true, metadata: true }),
  { ...conversation, successful: true },
);

export const apiKey = z.parse(ApiKey, {
  ...created,
  id: 'key_01kaf6b3n8p5q7r2s4t9v1w6xy',
  client_id: client.id,
  name: 'Call importer',
  scopes: ['conversations:read', 'conversations:write', 'recordings:write'],
  expires_at: '2027-11-02T08:15:00.000Z',
  last_used_at: '2026-11-20T09:00:00.000Z',
  metadata: { owner: 'integrations' },
});
export const apiKeyItem = z.parse(ApiKeyItem, apiKey);

export const webhook = z.parse(Webhook, {
  ...created,
  id: 'hook_01kaf7p2c5d8e3f6g9h1j4k7mn',
  client_id: client.id,
  created_by: apiKey.id,
  url: 'https://crm.harbordental.example/hooks/calls',
  description: 'Calls for the CRM',
  events: ['conversation.ended', 'recording.available'],
  payload: 'full',
  status: 'enabled',
  disabled_reason: null,
  expires_at: null,
  failing_since: null,
  per_second: 20,
  metadata: { owner: 'integrations' },
});
export const webhookItem = z.parse(WebhookItem, webhook);

export const message = z.parse(Message, {
  id: 'msg_01kag3y8m2n5p7q9r1s4t6v3wx',
  created_at: '2026-11-20T09:31:02.114Z',
  webhook_id: webhook.id,
  event_id: 'evt_01kag3y8m2n5p7q9r1s4t6v3wx',
  event: 'conversation.ended',
  entity_id: conversation.id,
  client_id: client.id,
  status: 'delivered',
  attempt_count: 2,
  next_attempt_at: null,
  delivered_at: '2026-11-20T09:31:08.021Z',
  payload: {
    id: 'evt_01kag3y8m2n5p7q9r1s4t6v3wx',
    type: 'conversation.ended',
    timestamp: '2026-11-20T09:31:02.114Z',
    client_id: client.id,
    data: conversation,
  },
  attempts: [
    {
      at: '2026-11-20T09:31:07.870Z',
      status_code: 200,
      duration_ms: 151,
      error: null,
      response: '{"ok":true}',
    },
    {
      at: '2026-11-20T09:31:02.502Z',
      status_code: 503,
      duration_ms: 48,
      error: 'The server answered 503',
      response: 'Deploying',
    },
  ],
});
export const messageItem = z.parse(MessageItem, { ...message, payload: null });
export const integration = z.parse(Integration, {
  ...created,
  id: 'intg_01kaf7d2m4n6p8q0r1s3t5v7wx',
  client_id: client.id,
  created_by: apiKey.id,
  provider: 'elevenlabs',
  name: 'ElevenLabs, production',
  account_id: null,
  api_key_hint: '9f3c',
  verification: null,
  agents: [{ provider_agent_id: 'agent_3701k3ttaq12ewp8b7qv5rfyszkz', agent_id: agent.id }],
  status: 'active',
  status_detail: null,
  webhook_url: 'https://api.example.com/v1/integrations/intg_01kaf7d2m4n6p8q0r1s3t5v7wx/events',
  metadata: {},
});
export const integrationItem = z.parse(IntegrationItem, integration);

const findOrder = {
  description: 'Finds an order of a customer',
  parameters: {
    type: 'object',
    properties: { order: { type: 'string', format: 'uuid', maxLength: 36 } },
    required: ['order'],
  },
  hash: 'N7Wq3nJm0f0e9p2kQm8y0bTq5pR4sV6uX8zA1cE3gI5',
};
/** The address of a file for a document. */
export const documentUrl = 'https://harbordental.example/prices';

export const toolServer = z.parse(ToolServer, {
  ...created,
  id: 'tsrv_01kaf7f5n6p8q0r2s4t6v8w0xy',
  client_id: client.id,
  created_by: apiKey.id,
  name: 'Shop',
  url: 'https://tools.shop.example/mcp',
  token_hint: '7c2e',
  checked_at: created.created_at,
  tools: [{ name: 'find_order', status: 'enabled', accepted: findOrder, found: null }],
  tool_counts: { enabled: 1, changed: 0, new: 0, removed: 0 },
  metadata: {},
});
export const toolServerItem = z.parse(ToolServerItem, toolServer);

export const widget = z.parse(Widget, {
  ...created,
  id: 'wdg_01kaf7f5n6p8q0r2s4t6v8w0xz',
  client_id: client.id,
  agent_id: agent.id,
  created_by: apiKey.id,
  name: 'Website',
  origins: ['https://www.harbordental.example'],
  texts: {
    'en-GB': { title: 'Ask Pia', disclosure: 'An AI assistant answers.', placeholder: 'Your question' },
  },
  metadata: {},
});
export const widgetItem = z.parse(WidgetItem, widget);

export const integrationEvent = z.parse(IntegrationEvent, {
  id: 'evt_01kag3y9b2c4d6e8f0g1h3j5km',
  integration_id: integration.id,
  type: 'post_call_transcription',
  status: 'processed',
  status_detail: null,
  conversation_id: conversation.id,
  provider_conversation_id: 'conv_8901k4t9z5defmb8vh3e9361y7nj',
  provider_agent_id: 'agent_3701k3ttaq12ewp8b7qv5rfyszkz',
  received_at: '2026-11-20T09:30:31.204Z',
  processed_at: '2026-11-20T09:30:31.918Z',
  payload: {
    type: 'post_call_transcription',
    event_timestamp: 1795166431,
    data: {
      agent_id: 'agent_3701k3ttaq12ewp8b7qv5rfyszkz',
      conversation_id: 'conv_8901k4t9z5defmb8vh3e9361y7nj',
      status: 'done',
    },
  },
  payload_url: null,
});
export const integrationEventItem = z.parse(IntegrationEventItem, integrationEvent);

export const providerImport = z.parse(Import, {
  id: 'imp_01kag4a1b2c3d4e5f6g7h8j9km',
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:04:12.511Z',
  integration_id: integration.id,
  resource: 'conversations',
  start_after: '2026-01-01T00:00:00.000Z',
  start_before: '2026-11-20T10:00:00.000Z',
  recordings: true,
  status: 'completed',
  status_detail: null,
  seen: 412,
  created: 397,
  skipped: 14,
  failed: 1,
  errors: [
    {
      provider_id: 'conv_4401k2q7w8e9r0t1y2u3i4o5p6a7',
      detail: 'No agent is mapped to agent_0001k9m8n7b6v5c4x3z2',
    },
  ],
  completed_at: '2026-11-20T10:04:12.511Z',
});

export const deployment = z.parse(Deployment, {
  id: 'dep_01kag5a1b2c3d4e5f6g7h8j9km',
  created_at: '2026-11-20T11:00:00.000Z',
  updated_at: '2026-11-20T11:00:03.127Z',
  agent_id: agent.id,
  integration_id: integration.id,
  provider: 'elevenlabs',
  provider_agent_id: 'agent_3701k3ttaq12ewp8b7qv5rfyszkz',
  runs_on: 'provider',
  agent_version: 1,
  status: 'current',
  status_detail: null,
  not_carried: [{ field: 'description', detail: 'ElevenLabs’ agents have no description' }],
});
