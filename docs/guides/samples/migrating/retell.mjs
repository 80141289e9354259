import { readFileSync } from 'node:fs';

const call = JSON.parse(readFileSync(0));
const { call_summary, user_sentiment, call_successful } = call.call_analysis;
console.log(
  JSON.stringify({
    agent_id: process.argv[2],
    provider: { name: 'retell', conversation_id: call.call_id },
    direction: call.direction,
    caller: { number: call.direction === 'inbound' ? call.from_number : call.to_number },
    status: 'completed',
    start_time: new Date(call.start_timestamp),
    duration_ms: call.duration_ms,
    end_reason: call.disconnection_reason,
    summary: call_summary,
    sentiment: user_sentiment.toLowerCase(),
    quality: { successful: call_successful },
    cost: { amount: String(call.call_cost.combined_cost / 100), currency: 'USD' },
    turns: call.transcript_object.map(({ role, content, words }) => ({
      role,
      text: content,
      start_ms: Math.round(words[0].start * 1000),
    })),
  }),
);
