import { readFileSync } from 'node:fs';

const call = JSON.parse(readFileSync(0));
const { start_timestamp: start, end_timestamp: end, call_analysis: analysis } = call;
const number = call.direction === 'outbound' ? call.to_number : call.from_number;
const cents = call.call_cost?.combined_cost;
const transcript = call.transcript_with_tool_calls ?? call.transcript_object ?? [];
const said = transcript.filter(({ role }) => role === 'agent' || role === 'user');
const isWeb = call.call_type === 'web_call';
const missed = ['error_user_not_joined', 'registered_call_timeout'];
const unjoined = isWeb && said.length === 0 && missed.includes(call.disconnection_reason);
console.log(
  JSON.stringify({
    agent_id: process.argv[2],
    provider: { name: 'retell', conversation_id: call.call_id },
    channel: isWeb ? 'web' : 'phone',
    direction: call.direction,
    caller: /^\+[1-9]\d{1,14}$/.test(number) ? { number } : null,
    status: unjoined || call.call_status === 'ended' ? 'completed' : 'failed',
    start_time: new Date(start ?? end),
    end_time: new Date((unjoined && start) || end),
    end_reason: unjoined ? 'not_joined' : call.disconnection_reason,
    summary: analysis?.call_summary,
    sentiment: unjoined ? null : analysis?.user_sentiment?.toLowerCase(),
    quality: analysis && !unjoined ? { successful: analysis.call_successful ?? null } : null,
    cost: cents == null ? null : { amount: decimal(cents / 100), currency: 'USD' },
    turns: said.map(({ role, content, words }) => ({
      role,
      text: content,
      start_ms: Math.round(words?.[0]?.start * 1000),
    })),
  }),
);

/** At most nine decimal places, never an exponent. */
function decimal(amount) {
  return amount.toFixed(9).replace(/\.?0+$/, '');
}
