import { factsOfUnjoined } from '#lib/domain/conversations/not-joined.ts';
import type { CallFacts, CallReport, RecordingSource, Stage } from '#lib/domain/integrations/call-report.ts';
import { callerOf, metricsOf, moneyOf, openObjectOf, remainderOf } from '../bounds.ts';
import type { Json } from '../reading.ts';
import {
  bytesOf,
  endOf,
  idOf,
  isObject,
  listOf,
  momentOf,
  numberOf,
  objectOf,
  textOf,
  timeOf,
} from '../reading.ts';
import type { SentTurn } from '../turns.ts';
import { secondsOf, transcriptOf, turnsOfText } from '../turns.ts';

/*
 * A call or a chat, which differ in the names of some fields; the same from the API and in a webhook.
 */

const spoken = (sent: Json, start: number | undefined): SentTurn => {
  const words = listOf(sent.words).map(objectOf);
  // A message has the time when it was sent, and speech the time of each word.
  const sentAt = numberOf(sent.created_timestamp);
  return {
    role: sent.role === 'agent' ? 'agent' : 'user',
    text: sent.content,
    start_ms:
      secondsOf(words[0]?.start) ??
      (sentAt === undefined || start === undefined ? undefined : sentAt - start),
    end_ms: secondsOf(words.at(-1)?.end),
    metadata: sent.role === 'transfer_target' ? { speaker: 'transfer_target' } : {},
  };
};

const turnOf = (entry: unknown, start: number | undefined): SentTurn => {
  const sent = objectOf(entry);
  switch (sent.role) {
    case 'agent':
    case 'user':
    case 'transfer_target':
      return spoken(sent, start);
    case 'tool_call_invocation': {
      const { tool_call_id, name, arguments: given } = sent;
      return { role: 'agent', calls: [{ id: tool_call_id, name, arguments: given }] };
    }
    case 'tool_call_result': {
      const { tool_call_id, content, successful } = sent;
      const error = textOf(content, 5000) ?? 'The tool failed';
      return {
        role: 'agent',
        results: [{ id: tool_call_id, result: content, ...(successful === false && { error }) }],
      };
    }
    case 'dtmf':
      return { role: 'user', text: sent.digit, metadata: { dtmf: sent.digit } };
    case 'node_transition':
      return { role: 'system', aside: true, metadata: { node: sent.new_node_name ?? sent.new_node_id } };
    case 'state_transition':
      return { role: 'system', aside: true, metadata: { node: sent.new_state_name } };
    default:
      return { role: 'system', text: sent.content, metadata: { role: sent.role } };
  }
};

const transcriptOfCall = (call: Json) => {
  const lists = [
    call.transcript_with_tool_calls,
    call.message_with_tool_calls,
    call.transcript_object,
    call.scrubbed_transcript_with_tool_calls,
  ];
  const entries = lists.map(listOf).find((list) => list.length > 0);
  const start = numberOf(call.start_timestamp);
  return transcriptOf(entries?.map((entry) => turnOf(entry, start)) ?? turnsOfText(call.transcript));
};

const percentiles = ['p50', 'p90', 'p95', 'p99', 'max'] as const;

const figuresOf = (call: Json): Record<string, number> | undefined => {
  const latencies = Object.entries(objectOf(call.latency)).flatMap(([name, sent]) =>
    percentiles.map((percentile) => [`${name}_latency_${percentile}_ms`, objectOf(sent)[percentile]]),
  );
  const tokens = objectOf(call.llm_token_usage);
  return metricsOf({
    ...Object.fromEntries(latencies),
    llm_tokens_avg: tokens.average,
    llm_requests: tokens.num_requests,
  });
};

const sentiments = ['positive', 'neutral', 'negative', 'unknown'] as const;

/** End reasons that are failures: nobody was reached, or something broke. */
const isFailure = (reason: string | undefined): boolean =>
  /^(error_|dial_|telephony_|sip_|invalid_destination|registered_call_timeout|no_valid_payment|concurrency_limit_reached|marked_as_spam|scam_detected|user_declined)/.test(
    reason ?? '',
  );

/** The ends of web calls that nobody has joined in time. */
const unjoined = ['error_user_not_joined', 'registered_call_timeout'];

const read = [
  'call_id',
  'chat_id',
  'agent_id',
  'call_type',
  'call_status',
  'chat_status',
  'direction',
  'start_timestamp',
  'end_timestamp',
  'duration_ms',
  'transcript',
  'transcript_object',
  'transcript_with_tool_calls',
  'scrubbed_transcript_with_tool_calls',
  'message_with_tool_calls',
  'disconnection_reason',
  'latency',
  'call_cost',
  'chat_cost',
  'call_analysis.call_summary',
  'call_analysis.user_sentiment',
  'call_analysis.call_successful',
  'call_analysis.custom_analysis_data',
  'chat_analysis.chat_summary',
  'chat_analysis.user_sentiment',
  'chat_analysis.chat_successful',
  'chat_analysis.custom_analysis_data',
  'access_token',
];

const channelOf = (call: Json): CallFacts['channel'] => {
  if (call.chat_id !== undefined) return call.chat_type === 'sms_chat' ? 'sms' : 'chat';
  if (call.call_type === 'web_call') return 'web';
  return call.call_type === 'phone_call' ? 'phone' : undefined;
};

const factsOf = (call: Json, stage: Stage): CallFacts => {
  const over = stage !== 'begun';
  const analysis = objectOf(call.call_analysis ?? call.chat_analysis);
  const successful = analysis.call_successful ?? analysis.chat_successful;
  const cost = numberOf(objectOf(call.call_cost ?? call.chat_cost).combined_cost);
  const reason = bytesOf(call.disconnection_reason, 100);
  const outbound = call.direction === 'outbound';
  const [human, own] = outbound ? [call.to_number, call.from_number] : [call.from_number, call.to_number];
  const { turns, truncated } = transcriptOfCall(call);
  const ended = timeOf(numberOf(call.end_timestamp));
  const began = timeOf(numberOf(call.start_timestamp));
  // A call that never connected has only an end.
  const start = began ?? (over ? ended : undefined);
  const connected = began !== undefined || turns.length > 0;
  const broken = isFailure(reason) || call.call_status === 'error' || call.call_status === 'not_connected';
  const sentiment = textOf(analysis.user_sentiment, 20)?.toLowerCase();
  const channel = channelOf(call);
  const isUnjoined = over && channel === 'web' && turns.length === 0 && unjoined.includes(reason ?? '');
  const facts: CallFacts = {
    channel,
    direction:
      outbound || call.direction === 'inbound' ? (call.direction as CallFacts['direction']) : undefined,
    caller: callerOf(human),
    status: !over ? 'active' : connected && !broken && call.chat_status !== 'error' ? 'completed' : 'failed',
    start_time: start,
    end_time: over ? (ended ?? endOf(start, numberOf(call.duration_ms))) : undefined,
    end_reason: over ? reason : undefined,
    outcome: typeof successful === 'boolean' ? (successful ? 'success' : 'failure') : undefined,
    sentiment: sentiments.find((known) => known === sentiment),
    summary: textOf(analysis.call_summary ?? analysis.chat_summary, 5000),
    data: openObjectOf(analysis.custom_analysis_data, 32_000),
    quality: typeof successful === 'boolean' ? { successful, score: null, criteria: [] } : undefined,
    metrics: over ? figuresOf(call) : undefined,
    // In cents.
    cost: over && cost !== undefined ? moneyOf(cost / 100, 'USD') : undefined,
    turns: over && turns.length > 0 ? turns : undefined,
    provider_metadata: {
      ...remainderOf(call, [
        ...read,
        ...(isObject(call.metadata) ? ['metadata.platform_conversation_id'] : []),
      ]),
      agent_number: textOf(own, 100),
      carrier_call_id: textOf(objectOf(call.telephony_identifier).twilio_call_sid, 200),
      variables: openObjectOf(call.retell_llm_dynamic_variables, 4096),
      ...(truncated && { transcript_truncated: true }),
      ...(isUnjoined && { disconnection_reason: reason }),
    },
  };
  return isUnjoined ? factsOfUnjoined(facts) : facts;
};

/** A call that opts out of data storage has only scrubbed links. */
const recordingOf = (call: Json): RecordingSource | null => {
  const sent = [call.recording_url, call.scrubbed_recording_url].map((url) => textOf(url, 4096));
  const links = sent.filter((url) => url !== undefined).map((url) => ({ url, expires_at: null }));
  return links.length > 0 ? { in_event: false, links, by_api: false } : null;
};

export const idOfCall = (call: Json): string | null => idOf(call.call_id ?? call.chat_id);

/** A call or a chat in a given stage; null if the payload identifies none. */
export const reportOfCall = (call: Json, stage: Stage): CallReport | null => {
  const conversation_id = idOfCall(call);
  if (conversation_id === null) return null;
  const { metadata, retell_llm_dynamic_variables: variables } = call;
  return {
    conversation_id,
    agent_id: idOf(call.agent_id),
    stage,
    at: momentOf(numberOf(call.end_timestamp) ?? numberOf(call.start_timestamp)),
    facts: factsOf(call, stage),
    recording: stage === 'begun' ? null : recordingOf(call),
    our_conversation_id:
      idOf(objectOf(metadata).platform_conversation_id) ?? idOf(objectOf(variables).platform_conversation_id),
  };
};
