import type { ProviderName } from '#lib/contract/integrations.ts';

/** A call as its provider tells of it: the events of one call, in the order in which they happen. */
export interface ProviderCall {
  readonly provider: ProviderName;
  readonly conversation_id: string;
  readonly agent_id: string;
  readonly events: readonly Readonly<Record<string, unknown>>[];
}

export interface CallIds {
  readonly conversation_id: string;
  readonly agent_id: string;
}

const start = Date.UTC(2026, 5, 17, 16, 3, 51, 408);
const end = start + 16_000;
const human = '+14155550123';
const own = '+12025550100';
const said = [
  { agent: true, text: 'Harbor Dental, this is Mia. How can I help?', from: 0.7, to: 4 },
  { agent: false, text: 'I need to move my cleaning to next week.', from: 5.5, to: 8.7 },
  { agent: true, text: 'I can do Tuesday at nine. Does that work?', from: 10.9, to: 13.4 },
  { agent: false, text: 'Perfect, thank you.', from: 14.2, to: 15.3 },
] as const;
/** One frame of MPEG audio, of silence. */
export const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0xc4]), Buffer.alloc(413)]);
const summary = 'The caller moved a cleaning to Tuesday at 9:00.';

export const elevenLabsCall = ({ conversation_id, agent_id }: CallIds): ProviderCall => ({
  provider: 'elevenlabs',
  conversation_id,
  agent_id,
  events: [
    {
      type: 'post_call_transcription',
      event_timestamp: Math.round(end / 1000) + 5,
      data: {
        agent_id,
        conversation_id,
        status: 'done',
        user_id: human,
        has_audio: false,
        transcript: said.map(({ agent, text, from }, at) => ({
          role: agent ? 'agent' : 'user',
          message: text,
          time_in_call_secs: Math.floor(from),
          tool_calls:
            at === 2
              ? [{ request_id: 'tool_1', tool_name: 'find_slots', params_as_json: '{"week":"2026-06-22"}' }]
              : [],
          tool_results:
            at === 2
              ? [
                  {
                    request_id: 'tool_1',
                    tool_name: 'find_slots',
                    result_value: '["09:00"]',
                    is_error: false,
                  },
                ]
              : [],
          conversation_turn_metrics: { metrics: { convai_llm_service_ttfb: { elapsed_time: 0.4 } } },
        })),
        metadata: {
          start_time_unix_secs: Math.floor(start / 1000),
          call_duration_secs: 16,
          cost: 312,
          termination_reason: 'end_call tool was called.',
          phone_call: {
            direction: 'inbound',
            agent_number: own,
            external_number: human,
            call_sid: 'CA0123456789abcdef',
          },
        },
        analysis: {
          call_successful: 'success',
          call_success_score: 1,
          transcript_summary: summary,
          evaluation_criteria_results: {
            handled: { criteria_id: 'handled', result: 'success', rationale: 'It was moved.' },
          },
          data_collection_results: { new_time: { value: '2026-06-23T09:00' } },
        },
        conversation_initiation_client_data: { dynamic_variables: { client_ref: 'harbor-dental' } },
      },
    },
    {
      type: 'post_call_audio',
      event_timestamp: Math.round(end / 1000) + 8,
      data: { agent_id, conversation_id, full_audio: frame.toString('base64') },
    },
  ],
});

export const vapiCall = ({ conversation_id, agent_id }: CallIds): ProviderCall => {
  const call = {
    id: conversation_id,
    orgId: 'org',
    type: 'inboundPhoneCall',
    status: 'in-progress',
    createdAt: new Date(start - 408).toISOString(),
    startedAt: new Date(start).toISOString(),
    assistantId: agent_id,
    phoneCallProviderId: 'CA0123456789abcdef',
    customer: { number: human },
    monitor: { controlUrl: 'https://control.example/secret', listenUrl: 'wss://listen.example/secret' },
  };
  const around = {
    call,
    customer: { number: human },
    phoneNumber: { number: own },
    assistant: { name: 'Mia' },
  };
  return {
    provider: 'vapi',
    conversation_id,
    agent_id,
    events: [
      { message: { ...around, timestamp: start + 1000, type: 'status-update', status: 'in-progress' } },
      {
        message: {
          ...around,
          timestamp: end + 2000,
          type: 'status-update',
          status: 'ended',
          endedReason: 'customer-ended-call',
          endedAt: new Date(end).toISOString(),
        },
      },
      {
        message: {
          ...around,
          call: { ...call, status: 'ended', endedAt: new Date(end).toISOString() },
          timestamp: end + 60_000,
          type: 'end-of-call-report',
          endedReason: 'customer-ended-call',
          startedAt: new Date(start).toISOString(),
          endedAt: new Date(end).toISOString(),
          cost: 0.0262,
          analysis: { summary, successEvaluation: 'true', structuredData: { intent: 'reschedule' } },
          artifact: {
            messages: [
              { role: 'system', message: 'You are Mia.', secondsFromStart: 0 },
              ...said.map(({ agent, text, from, to }) => ({
                role: agent ? 'bot' : 'user',
                message: text,
                secondsFromStart: from,
                duration: Math.round((to - from) * 1000),
              })),
            ],
            performanceMetrics: { turnLatencyAverage: 1149 },
            variableValues: { client_ref: 'harbor-dental' },
          },
        },
      },
    ],
  };
};

export const retellCall = ({ conversation_id, agent_id }: CallIds): ProviderCall => {
  const call = {
    call_id: conversation_id,
    call_type: 'phone_call',
    agent_id,
    agent_name: 'Mia',
    call_status: 'ongoing',
    direction: 'inbound',
    from_number: human,
    to_number: own,
    start_timestamp: start,
    metadata: { client_ref: 'harbor-dental' },
  };
  const ended = {
    ...call,
    call_status: 'ended',
    end_timestamp: end,
    duration_ms: end - start,
    disconnection_reason: 'user_hangup',
    transcript_with_tool_calls: said.map(({ agent, text, from, to }) => ({
      role: agent ? 'agent' : 'user',
      content: text,
      words: [{ word: text, start: from, end: to }],
    })),
    latency: { e2e: { p50: 1104 } },
    call_cost: { combined_cost: 7.35 },
  };
  const call_analysis = {
    call_summary: summary,
    user_sentiment: 'Positive',
    call_successful: true,
    custom_analysis_data: { intent: 'reschedule' },
  };
  return {
    provider: 'retell',
    conversation_id,
    agent_id,
    events: [
      { event: 'call_started', call },
      {
        event: 'transfer_started',
        call: { call_id: conversation_id },
        transfer_destination: { number: '+12137771235' },
      },
      { event: 'call_ended', call: ended },
      { event: 'call_analyzed', call: { ...ended, call_analysis } },
    ],
  };
};

export const callsOf = (ids: CallIds): readonly ProviderCall[] => [
  elevenLabsCall(ids),
  vapiCall(ids),
  retellCall(ids),
];
