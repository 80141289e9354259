import { createHmac } from 'node:crypto';
import type { ProviderName } from '#lib/contract/integrations.ts';
import { hourMs } from '#lib/domain/durations.ts';

/*
 * The webhooks that providers post for calls of the demonstration, each in its provider's shape and with its
 * signature.
 */

export interface DemoCall {
  readonly provider: ProviderName;
  /** The provider's ids. */
  readonly agent_id: string;
  readonly call_id: string;
  readonly hoursAgo: number;
  readonly caller: string;
  readonly said: readonly (readonly ['agent' | 'user', string])[];
  readonly summary: string;
  /** The recording next to this file that belongs to the call. */
  readonly recording?: string;
}

const turnMs = 4000;

const startOf = ({ hoursAgo }: DemoCall): number => Date.now() - hoursAgo * hourMs;
const lengthOf = ({ said }: DemoCall): number => said.length * turnMs;

type Events = (call: DemoCall, audio: Buffer | undefined) => object[];

const elevenLabsEvents: Events = (call, audio) => {
  const { agent_id, call_id: conversation_id, caller, said, summary } = call;
  const event_timestamp = Math.round((startOf(call) + lengthOf(call)) / 1000) + 5;
  const data = {
    agent_id,
    conversation_id,
    status: 'done',
    transcript: said.map(([role, message], at) => ({
      role,
      message,
      time_in_call_secs: (at * turnMs) / 1000,
    })),
    metadata: {
      start_time_unix_secs: Math.round(startOf(call) / 1000),
      call_duration_secs: lengthOf(call) / 1000,
      cost: 312,
      termination_reason: 'Call ended by remote party',
      phone_call: { direction: 'inbound', agent_number: '+441632960900', external_number: caller },
    },
    analysis: { call_successful: 'success', transcript_summary: summary },
  };
  const full_audio = audio?.toString('base64');
  return [
    { type: 'post_call_transcription', event_timestamp, data },
    ...(full_audio === undefined
      ? []
      : [{ type: 'post_call_audio', event_timestamp, data: { agent_id, conversation_id, full_audio } }]),
  ];
};

const vapiEvents: Events = (call) => {
  const { agent_id: assistantId, call_id: id, caller, said, summary } = call;
  const [startedAt, endedAt] = [startOf(call), startOf(call) + lengthOf(call)].map((ms) =>
    new Date(ms).toISOString(),
  );
  return [
    {
      message: {
        type: 'end-of-call-report',
        timestamp: startOf(call) + lengthOf(call) + 20_000,
        startedAt,
        endedAt,
        endedReason: 'customer-ended-call',
        cost: 0.0841,
        call: { id, assistantId, type: 'inboundPhoneCall', status: 'ended', customer: { number: caller } },
        analysis: { summary, successEvaluation: 'true' },
        artifact: {
          messages: said.map(([role, message], at) => ({
            role: role === 'agent' ? 'bot' : 'user',
            message,
            secondsFromStart: (at * turnMs) / 1000,
            duration: turnMs - 500,
          })),
        },
      },
    },
  ];
};

const retellEvents: Events = (call) => {
  const { agent_id, call_id, caller, said, summary } = call;
  const started = {
    call_id,
    agent_id,
    call_type: 'phone_call',
    direction: 'inbound',
    from_number: caller,
    start_timestamp: startOf(call),
  };
  const ended = {
    ...started,
    call_status: 'ended',
    end_timestamp: startOf(call) + lengthOf(call),
    disconnection_reason: 'user_hangup',
    transcript_object: said.map(([role, content], at) => ({
      role,
      content,
      words: [{ word: content, start: (at * turnMs) / 1000, end: ((at + 1) * turnMs - 500) / 1000 }],
    })),
    call_cost: { combined_cost: 12.4 },
  };
  const call_analysis = { call_summary: summary, user_sentiment: 'Positive', call_successful: true };
  return [
    { event: 'call_started', call: started },
    { event: 'call_ended', call: ended },
    { event: 'call_analyzed', call: { ...ended, call_analysis } },
  ];
};

const events: Readonly<Record<ProviderName, Events>> = {
  elevenlabs: elevenLabsEvents,
  vapi: vapiEvents,
  retell: retellEvents,
};

export const eventsOf = (call: DemoCall, audio?: Buffer): object[] => events[call.provider](call, audio);

const hmac = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

const signatures: Readonly<
  Record<ProviderName, (secret: string, body: string, now: number) => Record<string, string>>
> = {
  elevenlabs: (secret, body, now) => {
    const seconds = Math.floor(now / 1000);
    return { 'elevenlabs-signature': `t=${seconds},v0=${hmac(secret, `${seconds}.${body}`)}` };
  },
  vapi: (secret) => ({ 'x-vapi-secret': secret }),
  retell: (secret, body, now) => ({ 'x-retell-signature': `v=${now},d=${hmac(secret, `${body}${now}`)}` }),
};

/** The headers with which a provider signs a webhook. */
export const signatureOf = (provider: ProviderName, secret: string, body: string): Record<string, string> =>
  signatures[provider](secret, body, Date.now());
