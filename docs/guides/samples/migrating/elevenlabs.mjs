import { readFileSync } from 'node:fs';

const { conversation_id, status, metadata, analysis, transcript } = JSON.parse(readFileSync(0));
const { phone_call, cost_fiat } = metadata;
const number = phone_call?.external_number;
const successful = { success: true, failure: false }[analysis?.call_successful];
console.log(
  JSON.stringify({
    agent_id: process.argv[2],
    provider: { name: 'elevenlabs', conversation_id },
    channel: phone_call ? 'phone' : metadata.text_only ? 'chat' : 'web',
    direction: phone_call?.direction,
    caller: /^\+[1-9]\d{1,14}$/.test(number) ? { number } : null,
    status: status === 'failed' ? 'failed' : 'completed',
    start_time: new Date(metadata.start_time_unix_secs * 1000),
    duration_ms: (metadata.call_duration_secs ?? 0) * 1000,
    end_reason: metadata.termination_reason || null,
    summary: analysis?.transcript_summary,
    quality: successful === undefined ? null : { successful },
    cost: cost_fiat == null ? null : { amount: decimal(cost_fiat), currency: 'USD' },
    turns: (transcript ?? []).map(({ role, message, time_in_call_secs }) => ({
      role,
      text: message ?? '',
      start_ms: Math.round(time_in_call_secs * 1000),
    })),
  }),
);

/** At most nine decimal places, never an exponent. */
function decimal(amount) {
  return amount.toFixed(9).replace(/\.?0+$/, '');
}
