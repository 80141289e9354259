import type { CallFacts, CallReport, RecordingSource } from '#lib/domain/integrations/call-report.ts';
import {
  callerOf,
  criteriaOf,
  metricsOf,
  moneyOf,
  openObjectOf,
  openValueOf,
  remainderOf,
} from '../bounds.ts';
import type { Json } from '../reading.ts';
import { bytesOf, endOf, idOf, isObject, listOf, numberOf, objectOf, textOf, timeOf } from '../reading.ts';
import type { SentTurn } from '../turns.ts';
import { secondsOf, transcriptOf } from '../turns.ts';

/*
 * A conversation as the API and `post_call_transcription` have it.
 */

const turnOf = (entry: unknown): SentTurn => {
  const turn = objectOf(entry);
  const node = objectOf(turn.agent_metadata).workflow_node_id;
  return {
    role: turn.role === 'user' ? 'user' : turn.role === 'agent' ? 'agent' : 'system',
    text: turn.message,
    start_ms: secondsOf(turn.time_in_call_secs),
    calls: listOf(turn.tool_calls).map((call) => {
      const { request_id, tool_name, params_as_json } = objectOf(call);
      return { id: request_id, name: tool_name, arguments: params_as_json };
    }),
    results: listOf(turn.tool_results).map((sent) => {
      const { request_id, tool_name, result_value, result, is_error, ...rest } = objectOf(sent);
      const value = result_value === '' || result_value == null ? result : result_value;
      const error = textOf(rest.raw_error_message, 5000) ?? textOf(rest.error_type, 5000) ?? result_value;
      return { id: request_id, name: tool_name, result: value, ...(is_error === true && { error }) };
    }),
    metadata: {
      ...(turn.role !== 'user' && turn.role !== 'agent' && { role: turn.role }),
      ...(turn.interrupted === true && { interrupted: true, original_message: turn.original_message }),
      node,
      feedback: objectOf(turn.feedback).score,
    },
  };
};

const median = (values: readonly number[]): number | undefined =>
  values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)];

/** Each turn has its own latencies; in documented samples directly, in the API's types under `metrics`. */
const latencies = (transcript: readonly unknown[]): Record<string, number | undefined> => {
  const seconds = new Map<string, number[]>();
  for (const entry of transcript) {
    const sent = objectOf(objectOf(entry).conversation_turn_metrics);
    for (const [name, metric] of Object.entries(isObject(sent.metrics) ? sent.metrics : sent)) {
      const elapsed = numberOf(objectOf(metric).elapsed_time);
      if (elapsed !== undefined) seconds.set(name, [...(seconds.get(name) ?? []), elapsed]);
    }
  }
  return Object.fromEntries(
    [...seconds].map(([name, values]) => {
      const middle = median(values);
      return [`${name.replace(/^convai_/, '')}_p50_ms`, middle && Math.round(middle * 1000)];
    }),
  );
};

const verdictOf = (result: unknown): boolean | null =>
  result === 'success' ? true : result === 'failure' ? false : null;

const qualityOf = (analysis: Json): CallFacts['quality'] => {
  const score = numberOf(analysis.call_success_score);
  const criteria = Object.entries(objectOf(analysis.evaluation_criteria_results)).map(([id, sent]) => {
    const { criteria_id, result, rationale } = objectOf(sent);
    const name = textOf(criteria_id, 100) ?? textOf(id, 100) ?? 'unknown';
    return { name, passed: verdictOf(result), rationale: textOf(rationale, 2000) ?? null };
  });
  if (criteria.length === 0 && score === undefined && analysis.call_successful === undefined)
    return undefined;
  return {
    successful: verdictOf(analysis.call_successful),
    score: score === undefined || score < 0 || score > 1 ? null : score,
    criteria: criteriaOf(criteria),
  };
};

const dataOf = (analysis: Json): Json | undefined => {
  const collected = Object.entries(objectOf(analysis.data_collection_results)).map(([id, sent]) => [
    id,
    openValueOf(isObject(sent) ? sent.value : sent, 16_384),
  ]);
  return openObjectOf(Object.fromEntries(collected), 32_000);
};

const outcomes: ReadonlySet<unknown> = new Set(['success', 'failure', 'unknown']);

/** Paths that were read or are redundant. The remainder becomes provider metadata. */
const read = [
  'agent_id',
  'conversation_id',
  'status',
  'transcript',
  'otlp_traces',
  'has_audio',
  'has_user_audio',
  'has_response_audio',
  'has_auxiliary_audio',
  'analysis.evaluation_criteria_results',
  'analysis.evaluation_criteria_results_list',
  'analysis.data_collection_results',
  'analysis.data_collection_results_list',
  'analysis.call_successful',
  'analysis.call_success_score',
  'analysis.transcript_summary',
  'metadata.start_time_unix_secs',
  'metadata.call_duration_secs',
  'metadata.termination_reason',
  'metadata.phone_call.external_number',
  'conversation_initiation_client_data.conversation_config_override',
  'conversation_initiation_client_data.dynamic_variables',
];

const isLive = (status: unknown): boolean => status === 'initiated' || status === 'in-progress';

const factsOf = (data: Json): CallFacts => {
  const metadata = objectOf(data.metadata);
  const phone = objectOf(metadata.phone_call);
  const analysis = objectOf(data.analysis);
  const error = objectOf(metadata.error);
  const sent = listOf(data.transcript);
  const { turns, truncated } = transcriptOf(sent.map(turnOf));
  const start = timeOf(secondsOf(metadata.start_time_unix_secs));
  const variables = objectOf(objectOf(data.conversation_initiation_client_data).dynamic_variables);
  const isPhone = Object.keys(phone).length > 0;
  return {
    channel: isPhone ? 'phone' : metadata.text_only === true ? 'chat' : 'web',
    direction: phone.direction === 'inbound' || phone.direction === 'outbound' ? phone.direction : undefined,
    caller: callerOf(phone.external_number ?? data.user_id, { id: data.user_id }),
    status: data.status === 'failed' ? 'failed' : isLive(data.status) ? 'active' : 'completed',
    start_time: start,
    end_time: isLive(data.status) ? undefined : endOf(start, secondsOf(metadata.call_duration_secs)),
    end_reason: bytesOf(metadata.termination_reason, 100) ?? bytesOf(error.reason, 100),
    outcome: outcomes.has(analysis.call_successful) ? String(analysis.call_successful) : undefined,
    summary: textOf(analysis.transcript_summary, 5000),
    data: dataOf(analysis),
    quality: qualityOf(analysis),
    metrics: metricsOf({ ...latencies(sent), cost_credits: metadata.cost }),
    cost: moneyOf(metadata.cost_fiat, 'USD'),
    // The transcript of an active conversation is incomplete.
    turns: isLive(data.status) || turns.length === 0 ? undefined : turns,
    provider_metadata: {
      ...remainderOf(data, read),
      variables: openObjectOf(variables, 4096),
      agent_number: textOf(phone.agent_number, 100),
      carrier_call_id: textOf(phone.call_sid, 200),
      ...(truncated && { transcript_truncated: true }),
    },
  };
};

export const recordingOf = (data: Json): RecordingSource | null =>
  data.has_audio === true ? { in_event: false, links: [], by_api: true } : null;

/** The report of a conversation, as it was when the API or an event described it. */
export const reportOfConversation = (data: Json, at: number): CallReport | null => {
  const conversation_id = idOf(data.conversation_id);
  if (conversation_id === null) return null;
  const variables = objectOf(objectOf(data.conversation_initiation_client_data).dynamic_variables);
  return {
    conversation_id,
    agent_id: idOf(data.agent_id),
    stage: isLive(data.status) ? 'begun' : data.status === 'processing' ? 'over' : 'analyzed',
    at,
    facts: factsOf(data),
    recording: isLive(data.status) ? null : recordingOf(data),
    our_conversation_id: idOf(variables.platform_conversation_id),
  };
};
