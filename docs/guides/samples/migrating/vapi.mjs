import { readFileSync } from 'node:fs';

const call = JSON.parse(readFileSync(0));
const { type, startedAt, createdAt, cost, analysis, artifact } = call;
const number = call.customer?.number;
const roles = { bot: 'agent', assistant: 'agent', user: 'user' };
const said = (artifact?.messages ?? []).filter(({ role }) => role in roles);
const unjoined =
  type === 'webCall' && said.length === 0 && /did-not-receive-customer-audio$/.test(call.endedReason);
const failed = (!startedAt && said.length === 0) || /error|fault|failed/.test(call.endedReason);
const successful = { true: true, false: false }[analysis?.successEvaluation];
console.log(
  JSON.stringify({
    agent_id: process.argv[2],
    provider: { name: 'vapi', conversation_id: call.id },
    channel: type.endsWith('PhoneCall') ? 'phone' : 'web',
    direction: { inboundPhoneCall: 'inbound', outboundPhoneCall: 'outbound' }[type],
    caller: /^\+[1-9]\d{1,14}$/.test(number) ? { number } : null,
    status: failed && !unjoined ? 'failed' : 'completed',
    start_time: startedAt ?? createdAt,
    end_time: (!unjoined && call.endedAt) || startedAt || createdAt,
    end_reason: unjoined ? 'not_joined' : call.endedReason,
    summary: analysis?.summary,
    quality: unjoined || successful === undefined ? null : { successful },
    cost: cost == null ? null : { amount: decimal(cost), currency: 'USD' },
    turns: said.map(({ role, message, secondsFromStart }) => ({
      role: roles[role],
      text: message ?? '',
      start_ms: Math.round(secondsFromStart * 1000),
    })),
  }),
);

/** At most nine decimal places, never an exponent. */
function decimal(amount) {
  return amount.toFixed(9).replace(/\.?0+$/, '');
}
