import type { CallReport } from '#lib/domain/integrations/call-report.ts';
import { callerOf, remainderOf } from '../bounds.ts';
import type { Json } from '../reading.ts';
import { bytesOf, idOf, momentOf, objectOf, textOf, timeOf, wordOf } from '../reading.ts';
import { secondsOf } from '../turns.ts';
import type { WebhookReader } from '../webhook.ts';
import { reportOfConversation } from './call.ts';
import { verify } from './verify.ts';

type Report = (data: Json, at: number) => CallReport | null;

/** The recording, in the event itself. */
const audio: Report = (data, at) => {
  const conversation_id = idOf(data.conversation_id);
  if (conversation_id === null || typeof data.full_audio !== 'string') return null;
  return {
    conversation_id,
    agent_id: idOf(data.agent_id),
    stage: 'aside',
    at,
    facts: {},
    recording: { in_event: true, links: [], by_api: false },
    our_conversation_id: null,
  };
};

/** A call that never connected: only outbound calls can fail like this. */
const failure: Report = (data, at) => {
  const conversation_id = idOf(data.conversation_id);
  if (conversation_id === null) return null;
  const metadata = objectOf(data.metadata);
  const body = objectOf(metadata.body);
  const time = timeOf(at);
  return {
    conversation_id,
    agent_id: idOf(data.agent_id),
    stage: 'over',
    at,
    facts: {
      channel: 'phone',
      direction: 'outbound',
      caller: callerOf(body.To ?? body.to_number),
      status: 'failed',
      start_time: time,
      end_time: time,
      end_reason: bytesOf(data.failure_reason, 100) ?? 'unknown',
      provider_metadata: {
        ...remainderOf(data, [
          'agent_id',
          'conversation_id',
          'failure_reason',
          'metadata.body.To',
          'metadata.body.Called',
        ]),
        agent_number: textOf(body.From ?? body.from_number, 100),
        carrier_call_id: textOf(body.CallSid ?? body.call_sid, 200),
      },
    },
    recording: null,
    our_conversation_id: null,
  };
};

const reports: Readonly<Record<string, Report>> = {
  post_call_transcription: reportOfConversation,
  post_call_audio: audio,
  call_initiation_failure: failure,
};

export const webhook: WebhookReader = {
  verify,
  headOf: ({ type, data }) => ({
    type: textOf(type, 100) ?? 'unknown',
    conversation_id: idOf(objectOf(data).conversation_id),
    agent_id: idOf(objectOf(data).agent_id),
  }),
  audioOf: ({ data }) => {
    const { full_audio } = objectOf(data);
    return typeof full_audio === 'string' ? Buffer.from(full_audio, 'base64') : undefined;
  },
  reportOf: ({ type, event_timestamp, data }) => {
    const name = wordOf(type);
    const report = Object.hasOwn(reports, name) ? reports[name] : undefined;
    return report?.(objectOf(data), momentOf(secondsOf(event_timestamp))) ?? null;
  },
};
