import { readFileSync } from 'node:fs';

const call = JSON.parse(readFileSync(0));
const said = call.artifact.messages.filter(({ role }) => role === 'bot' || role === 'user');
console.log(
  JSON.stringify({
    agent_id: process.argv[2],
    provider: { name: 'vapi', conversation_id: call.id },
    direction: call.type === 'outboundPhoneCall' ? 'outbound' : 'inbound',
    caller: { number: call.customer.number },
    status: 'completed',
    start_time: call.startedAt,
    end_time: call.endedAt,
    end_reason: call.endedReason,
    summary: call.analysis.summary,
    cost: { amount: String(call.cost), currency: 'USD' },
    turns: said.map(({ role, message, secondsFromStart }) => ({
      role: role === 'bot' ? 'agent' : 'user',
      text: message,
      start_ms: Math.round(secondsFromStart * 1000),
    })),
  }),
);
