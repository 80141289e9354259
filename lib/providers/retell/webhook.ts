import type { CallReport } from '#lib/domain/integrations/call-report.ts';
import { remainderOf } from '../bounds.ts';
import type { Json } from '../reading.ts';
import { idOf, isObject, objectOf, textOf } from '../reading.ts';
import type { WebhookReader } from '../webhook.ts';
import { idOfCall, reportOfCall } from './call.ts';
import { verify } from './verify.ts';

const callOf = ({ call, chat }: Json): Json => objectOf(isObject(call) ? call : chat);

/**
 * A report for an event within a call, which does not change the stage. Such events often have only the
 * call's id.
 */
const aside = (type: string, payload: Json): CallReport | null => {
  const call = callOf(payload);
  const conversation_id = idOfCall(call);
  if (conversation_id === null) return null;
  const noted = remainderOf(payload, ['event', 'call', 'chat']);
  return {
    conversation_id,
    agent_id: idOf(call.agent_id),
    stage: 'aside',
    at: 0,
    facts: { provider_metadata: { [type]: Object.keys(noted).length > 0 ? noted : true } },
    recording: null,
    our_conversation_id: null,
  };
};

const begun = (payload: Json) => reportOfCall(callOf(payload), 'begun');
// The documented sample says `registered` in `call_status`: the event's name decides.
const over = (payload: Json) => reportOfCall(callOf(payload), 'over');
const analyzed = (payload: Json) => reportOfCall(callOf(payload), 'analyzed');

const reports: Readonly<Record<string, (payload: Json) => CallReport | null>> = {
  call_started: begun,
  call_ended: over,
  call_analyzed: analyzed,
  chat_started: begun,
  chat_ended: over,
  chat_analyzed: analyzed,
};

export const webhook: WebhookReader = {
  verify,
  headOf: (payload) => {
    const call = callOf(payload);
    return {
      type: textOf(payload.event, 100) ?? 'unknown',
      conversation_id: idOfCall(call),
      agent_id: idOf(call.agent_id),
    };
  },
  reportOf: (payload) => {
    const type = textOf(payload.event, 100) ?? 'unknown';
    if (/^transfer_[a-z_]{1,40}$/.test(type)) return aside(type, payload);
    return Object.hasOwn(reports, type) ? (reports[type]?.(payload) ?? null) : null;
  },
};
