import { factsOfUnjoined } from '#lib/domain/conversations/not-joined.ts';
import type {
  CallFacts,
  CallReport,
  RecordingLink,
  RecordingSource,
} from '#lib/domain/integrations/call-report.ts';
import { callerOf, metricsOf, moneyOf, openObjectOf, remainderOf } from '../bounds.ts';
import type { Json } from '../reading.ts';
import {
  bytesOf,
  endOf,
  idOf,
  isObject,
  jsonOf,
  listOf,
  numberOf,
  objectOf,
  parsedTime,
  textOf,
  timeOf,
  wordOf,
} from '../reading.ts';
import type { SentTurn } from '../turns.ts';
import { secondsOf, transcriptOf, turnsOfText } from '../turns.ts';

/*
 * A call as the API and the messages of webhooks represent it. A message has a `call` that is often
 * incomplete, and its shape has changed: fields that are now inside `artifact` used to be above it.
 */

/** A call, and the message around it with fields of the same call. */
export interface CallView {
  readonly call: Json;
  readonly message: Json;
}

const artifactOf = ({ call, message }: CallView): Json =>
  isObject(message.artifact) ? message.artifact : objectOf(call.artifact);

/** The first value present: in the message, in its call, or in the artifact. */
const either = (view: CallView, name: string): unknown =>
  view.message[name] ?? view.call[name] ?? artifactOf(view)[name];

const roles: ReadonlyMap<unknown, SentTurn['role']> = new Map([
  ['bot', 'agent'],
  ['assistant', 'agent'],
  ['user', 'user'],
  ['tool_calls', 'agent'],
  ['tool_call_result', 'agent'],
]);

const turnOf = (entry: unknown): SentTurn[] => {
  const sent = objectOf(entry);
  // The system's message contains the prompt.
  if (sent.role === 'system') return [];
  const start = secondsOf(sent.secondsFromStart);
  const duration = numberOf(sent.duration);
  const isResult = sent.role === 'tool_call_result';
  return [
    {
      role: roles.get(sent.role) ?? 'system',
      text: isResult ? undefined : (sent.message ?? sent.content),
      start_ms: start,
      end_ms: start === undefined || duration === undefined ? undefined : start + duration,
      calls: listOf(sent.toolCalls).map((call) => {
        const { id, function: called } = objectOf(call);
        return { id, name: objectOf(called).name, arguments: objectOf(called).arguments };
      }),
      results: isResult ? [{ id: sent.toolCallId, name: sent.name, result: sent.result }] : [],
      metadata: roles.has(sent.role) ? {} : { role: sent.role },
    },
  ];
};

const transcriptOfView = (view: CallView) => {
  const [messages] = [artifactOf(view).messages, view.message.messages, view.call.messages].filter(
    (list) => listOf(list).length > 0,
  );
  const sent = messages ? listOf(messages).flatMap(turnOf) : turnsOfText(either(view, 'transcript'));
  return transcriptOf(sent);
};

/** A rubric decides the form of an evaluation: a verdict, a percentage, points out of ten, or words. */
const evaluationOf = (value: unknown): { successful: boolean | null; score: number | null } => {
  const text = wordOf(jsonOf(value)).toLowerCase();
  if (/^(true|pass(ed)?|success(ful)?)$/.test(text)) return { successful: true, score: null };
  if (/^(false|fail(ed|ure)?|unsuccessful)$/.test(text)) return { successful: false, score: null };
  const [, percent] = /^(\d{1,3}(?:\.\d+)?)\s*%$/.exec(text) ?? [];
  if (percent !== undefined && Number(percent) <= 100)
    return { successful: null, score: Number(percent) / 100 };
  const points = /^\d{1,2}(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return { successful: null, score: points <= 10 ? points / 10 : null };
};

const dataOf = (view: CallView): Json | undefined => {
  const structured = objectOf(objectOf(either(view, 'analysis')).structuredData);
  const outputs = Object.entries(objectOf(artifactOf(view).structuredOutputs)).map(([id, output]) => {
    const { name, result } = objectOf(output);
    return [textOf(name, 100) ?? id, result];
  });
  return openObjectOf({ ...structured, ...Object.fromEntries(outputs) }, 32_000);
};

const figuresOf = (view: CallView): Record<string, number> | undefined => {
  const performance = objectOf(artifactOf(view).performanceMetrics);
  const breakdown = objectOf(either(view, 'costBreakdown'));
  return metricsOf({
    e2e_latency_avg_ms: performance.turnLatencyAverage,
    llm_latency_avg_ms: performance.modelLatencyAverage,
    tts_latency_avg_ms: performance.voiceLatencyAverage,
    asr_latency_avg_ms: performance.transcriberLatencyAverage,
    endpointing_latency_avg_ms: performance.endpointingLatencyAverage,
    user_interruptions: performance.numUserInterrupted,
    agent_interruptions: performance.numAssistantInterrupted,
    llm_input_tokens: breakdown.llmPromptTokens,
    llm_output_tokens: breakdown.llmCompletionTokens,
    tts_characters: breakdown.ttsCharacters,
  });
};

const channels: ReadonlyMap<unknown, CallFacts['channel']> = new Map([
  ['inboundPhoneCall', 'phone'],
  ['outboundPhoneCall', 'phone'],
  ['webCall', 'web'],
  ['vapi.websocketCall', 'web'],
]);

const directions: ReadonlyMap<unknown, CallFacts['direction']> = new Map([
  ['inboundPhoneCall', 'inbound'],
  ['outboundPhoneCall', 'outbound'],
]);

/** The assistant's configuration belongs to the agent: prompt, tools, and secrets of its servers. */
const readOfMessage = [
  'type',
  'call',
  'status',
  'assistant',
  'assistantOverrides',
  'squad',
  'workflow',
  'phoneNumber',
  'customer',
  'artifact',
  'analysis',
  'messages',
  'messagesOpenAIFormatted',
  'transcript',
  'summary',
  'costs',
  'cost',
  'startedAt',
  'endedAt',
  'endedReason',
  'timestamp',
  'durationMs',
  'durationSeconds',
  'durationMinutes',
  'monitor',
];

const readOfCall = [
  ...readOfMessage.filter((name) => name !== 'type' && name !== 'call'),
  'id',
  'orgId',
  'assistantId',
  'createdAt',
  'updatedAt',
];

const readOfArtifact = [
  'messages',
  'messagesOpenAIFormatted',
  'transcript',
  'recording',
  'structuredOutputs',
  'performanceMetrics',
  'variableValues',
  'presignedUrlsExpiresAt',
  'nodes',
];

const metadataOf = (view: CallView, truncated: boolean): CallFacts['provider_metadata'] => {
  const { call, message } = view;
  const assistant = objectOf(either(view, 'assistant'));
  const analysis = objectOf(either(view, 'analysis'));
  const number = objectOf(either(view, 'phoneNumber'));
  return {
    ...remainderOf(message, readOfMessage),
    ...remainderOf(call, readOfCall),
    ...remainderOf(artifactOf(view), readOfArtifact),
    ...remainderOf({ analysis }, [
      'analysis.summary',
      'analysis.structuredData',
      'analysis.successEvaluation',
    ]),
    agent_name: textOf(assistant.name, 200),
    agent_metadata: openObjectOf(assistant.metadata, 2048),
    agent_number: textOf(number.number, 100),
    carrier_call_id: textOf(call.phoneCallProviderId, 200),
    success_evaluation: textOf(wordOf(jsonOf(analysis.successEvaluation)), 500),
    variables: openObjectOf(artifactOf(view).variableValues, 4096),
    ...(truncated && { transcript_truncated: true }),
  };
};

const isError = (reason: string | undefined): boolean => /error|fault|failed/.test(reason ?? '');

/** The end of a web call that nobody has joined in time (docs.vapi.ai/calls/customer-join-timeout). */
const isUnjoinedEnd = (reason: string | undefined): boolean =>
  reason?.endsWith('assistant-did-not-receive-customer-audio') === true;

interface Course {
  readonly stage: CallReport['stage'];
  readonly at: number;
}

const factsOf = (view: CallView, { stage, at }: Course): CallFacts => {
  const { call } = view;
  const over = stage !== 'begun';
  const reason = bytesOf(either(view, 'endedReason'), 100);
  const analysis = objectOf(either(view, 'analysis'));
  const customer = objectOf(isObject(call.customer) ? call.customer : view.message.customer);
  const { turns, truncated } = transcriptOfView(view);
  const started = parsedTime(either(view, 'startedAt'));
  const start = started ?? (over ? parsedTime(call.createdAt) : undefined);
  const ended =
    parsedTime(either(view, 'endedAt')) ??
    endOf(start, numberOf(view.message.durationMs)) ??
    (started === undefined ? timeOf(at) : undefined);
  const connected = started !== undefined || turns.length > 0;
  const { successful, score } = evaluationOf(analysis.successEvaluation);
  const isUnjoined = over && call.type === 'webCall' && turns.length === 0 && isUnjoinedEnd(reason);
  const facts: CallFacts = {
    channel: channels.get(call.type) ?? (call.type === undefined ? undefined : 'other'),
    direction: directions.get(call.type),
    caller: callerOf(customer.number ?? customer.sipUri, { name: customer.name }),
    status: over ? (connected && !isError(reason) ? 'completed' : 'failed') : 'active',
    start_time: start,
    end_time: over ? ended : undefined,
    end_reason: over ? reason : undefined,
    outcome: successful === null ? undefined : successful ? 'success' : 'failure',
    summary: textOf(analysis.summary ?? view.message.summary, 5000),
    data: dataOf(view),
    quality: successful === null && score === null ? undefined : { successful, score, criteria: [] },
    metrics: over ? figuresOf(view) : undefined,
    cost: over ? moneyOf(either(view, 'cost'), 'USD') : undefined,
    turns: over && turns.length > 0 ? turns : undefined,
    provider_metadata: { ...metadataOf(view, truncated), ...(isUnjoined && { endedReason: reason }) },
  };
  return isUnjoined ? factsOfUnjoined(facts) : facts;
};

const linksOf = (view: CallView): RecordingLink[] => {
  const artifact = artifactOf(view);
  const expires_at = parsedTime(artifact.presignedUrlsExpiresAt) ?? null;
  const mono = objectOf(objectOf(artifact.recording).mono);
  const links = [
    { url: artifact.presignedMonoUrl, expires_at },
    { url: mono.combinedUrl, expires_at: null },
    { url: either(view, 'recordingUrl'), expires_at: null },
  ];
  const known = new Set<string>();
  return links.flatMap(({ url: sent, expires_at: until }) => {
    const url = textOf(sent, 4096);
    if (url === undefined || known.has(url)) return [];
    known.add(url);
    return [{ url, expires_at: until }];
  });
};

const recordingOf = (view: CallView): RecordingSource | null => {
  const links = linksOf(view);
  return links.length > 0 ? { in_event: false, links, by_api: true } : null;
};

export const agentIdOf = (view: CallView): string | null => {
  const [activation] = listOf(artifactOf(view).assistantActivations);
  const candidates = [
    view.call.assistantId,
    objectOf(either(view, 'assistant')).id,
    objectOf(activation).assistantId,
    view.call.squadId,
  ];
  return candidates.map(idOf).find((id) => id !== null) ?? null;
};

/** The id of the platform's conversation that an outbound call carries. */
const ourIdOf = (view: CallView): string | null => {
  const overrides = objectOf(either(view, 'assistantOverrides'));
  const places = [
    artifactOf(view).variableValues,
    overrides.variableValues,
    overrides.metadata,
    view.call.metadata,
  ];
  return (
    places.map((place) => idOf(objectOf(place).platform_conversation_id)).find((id) => id !== null) ?? null
  );
};

/** A call in a given stage; null if the payload identifies no call. */
export const reportOfCall = (view: CallView, course: Course): CallReport | null => {
  const conversation_id = idOf(view.call.id);
  if (conversation_id === null) return null;
  return {
    conversation_id,
    agent_id: agentIdOf(view),
    ...course,
    facts: factsOf(view, course),
    recording: course.stage === 'begun' ? null : recordingOf(view),
    our_conversation_id: ourIdOf(view),
  };
};
