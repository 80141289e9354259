import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ConversationInput } from '#lib/contract/conversations.ts';
import { webhooks } from '#lib/providers/index.ts';
import { bottomless, mutated, withEverywhere } from '../../support/mutations.ts';
import { callsOf } from '../../support/provider-calls.ts';

const events = callsOf({ conversation_id: 'call_1', agent_id: 'agent_1' }).flatMap(
  ({ provider, events: sent }) =>
    sent.map((payload) => ({ provider, payload, name: JSON.stringify(payload).slice(0, 60) })),
);

test.for(events)(
  '$provider: whatever is wrong with $name, a report fits a conversation',
  ({ provider, payload }) => {
    fc.assert(
      fc.property(mutated(payload), (sent) => {
        // As it arrives: through JSON.
        const received = JSON.parse(JSON.stringify(sent)) as Record<string, unknown>;
        const { type } = webhooks[provider].headOf(received);
        expect(type.length).toBeGreaterThan(0);
        const report = webhooks[provider].reportOf(received);
        if (!report) return;
        expect(report.conversation_id).toMatch(/^[!-~]{1,256}$/);
        expect(report.at).toBeGreaterThanOrEqual(0);
        const { provider_metadata, start_time, end_time, ...facts } = report.facts;
        const body = {
          agent_id: 'agent_01kag3x5ntfyxs4v4yh2m8q9ab',
          ...Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)),
          ...(start_time && { start_time }),
          provider: { name: provider, metadata: JSON.parse(JSON.stringify(provider_metadata ?? {})) },
        };
        const { error } = ConversationInput.safeParse(JSON.parse(JSON.stringify(body)));
        expect(error?.issues).toBeUndefined();
        if (end_time) expect(Number.isNaN(Date.parse(end_time))).toBe(false);
      }),
      { numRuns: 150 },
    );
  },
);

test.for(events)('$provider: no value of a member stops the reader of $name', ({ provider, payload }) => {
  const values = [
    bottomless(),
    { member: bottomless() },
    // Neither can be converted to a string.
    { toString: 1, valueOf: 1 },
    '{"toString":null,"valueOf":null}',
    `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  ];
  for (const sent of values.flatMap((value) => withEverywhere(payload, value))) {
    expect(webhooks[provider].headOf(sent).type.length).toBeGreaterThan(0);
    const facts = webhooks[provider].reportOf(sent)?.facts;
    expect(() => JSON.stringify(facts)).not.toThrow();
  }
});

test('a transcript as one text has only the speakers that are known', () => {
  const { provider, payload } = events.find(({ payload: sent }) =>
    JSON.stringify(sent).includes('end-of-call-report'),
  ) as (typeof events)[number];
  const message = payload.message as { artifact: object };
  const transcript = 'AI: hello\nconstructor: hi\nUser: x\n__proto__: yy';
  const sent = { message: { ...message, artifact: { ...message.artifact, messages: [], transcript } } };
  const turns = webhooks[provider].reportOf(JSON.parse(JSON.stringify(sent)))?.facts.turns;
  expect(turns?.map(({ role, text }) => [role, text])).toEqual([
    ['agent', 'hello\nconstructor: hi'],
    ['user', 'x\n__proto__: yy'],
  ]);
});

test('credentials are not part of a report', () => {
  for (const { provider, payload } of events) {
    const report = webhooks[provider].reportOf(payload);
    expect(JSON.stringify(report?.facts ?? {})).not.toMatch(/control\.example|listen\.example|full_audio/);
  }
});

test('unknown fields are kept as metadata of a call', () => {
  for (const { provider, payload } of events) {
    const field = { elevenlabs: 'data', vapi: 'message', retell: 'call' }[provider];
    const sent = { ...payload, [field]: { ...(payload[field] as object), brand_new: { answer: 42 } } };
    const report = webhooks[provider].reportOf(sent);
    if (report && report.stage !== 'aside') {
      expect(report.facts.provider_metadata).toMatchObject({ brand_new: { answer: 42 } });
    }
  }
});

test('a call in Vapi’s earlier format is read like a current one', () => {
  const report = webhooks.vapi.reportOf({
    message: {
      type: 'end-of-call-report',
      timestamp: 1_781_712_293_000,
      endedReason: 'customer-ended-call',
      call: {
        id: 'call_1',
        type: 'outboundPhoneCall',
        assistantId: 'assistant_1',
        startedAt: '2026-06-17T16:03:51.408Z',
        endedAt: '2026-06-17T16:04:07.408Z',
        customer: { number: '+14155550123' },
      },
      summary: 'It was moved.',
      transcript: 'AI: How can I help?\nUser: I want to move\nmy cleaning.\n',
      recordingUrl: 'https://storage.vapi.ai/call_1-mono.wav',
    },
  });
  expect(report?.facts).toMatchObject({
    status: 'completed',
    direction: 'outbound',
    summary: 'It was moved.',
    turns: [
      { role: 'agent', text: 'How can I help?' },
      { role: 'user', text: 'I want to move\nmy cleaning.' },
    ],
  });
  expect(report?.recording?.links).toEqual([
    { url: 'https://storage.vapi.ai/call_1-mono.wav', expires_at: null },
  ]);
});

test('the rubric of a Vapi call becomes a verdict or a score', () => {
  const quality = (successEvaluation: unknown) =>
    webhooks.vapi.reportOf({
      message: { type: 'end-of-call-report', call: { id: 'call_1' }, analysis: { successEvaluation } },
    })?.facts.quality;
  expect(quality('true')).toMatchObject({ successful: true });
  expect(quality('Fail')).toMatchObject({ successful: false });
  expect(quality('85%')).toMatchObject({ score: 0.85 });
  expect(quality('7')).toMatchObject({ score: 0.7 });
  expect(quality('Excellent')).toBeUndefined();
});

test('a Retell chat is a conversation with the channel chat', () => {
  const report = webhooks.retell.reportOf({
    event: 'chat_analyzed',
    chat: {
      chat_id: 'chat_1',
      agent_id: 'agent_1',
      chat_status: 'ended',
      chat_type: 'api_chat',
      start_timestamp: 1_781_712_231_408,
      end_timestamp: 1_781_712_247_408,
      message_with_tool_calls: [
        { role: 'user', content: 'Hello', created_timestamp: 1_781_712_232_408 },
        { role: 'tool_call_invocation', tool_call_id: 't1', name: 'find', arguments: '{"q":"hours"}' },
        { role: 'tool_call_result', tool_call_id: 't1', content: '{"open":true}', successful: true },
        { role: 'node_transition', new_node_name: 'Close' },
        { role: 'agent', content: 'We are open.', created_timestamp: 1_781_712_233_408 },
      ],
      chat_cost: { combined_cost: 1.5 },
      chat_analysis: { chat_summary: 'Hours.', user_sentiment: 'Neutral', chat_successful: false },
    },
  });
  expect(report).toMatchObject({
    conversation_id: 'chat_1',
    stage: 'analyzed',
    facts: {
      channel: 'chat',
      status: 'completed',
      sentiment: 'neutral',
      outcome: 'failure',
      cost: { amount: '0.015', currency: 'USD' },
      turns: [
        { role: 'user', text: 'Hello', start_ms: 1000 },
        { text: '', tool_calls: [{ name: 'find', arguments: { q: 'hours' }, result: { open: true } }] },
        { role: 'agent', text: 'We are open.', start_ms: 2000, metadata: { node: 'Close' } },
      ],
    },
  });
});
