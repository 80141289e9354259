import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { conversationFromItem } from '#lib/conversations/conversation-record.ts';
import {
  insertConversation,
  patchedFields,
  replaceConversation,
  updateConversation,
} from '#lib/conversations/conversations.ts';
import { changeOfReport } from '#lib/conversations/reported.ts';
import type { FieldOrigin } from '#lib/domain/conversations/sources.ts';
import { settledBy, sourcesOf } from '#lib/domain/conversations/sources.ts';
import type { CallReport } from '#lib/domain/integrations/call-report.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import type { Item } from '#lib/store/table.ts';

/*
 * The outcome, sentiment and summary of a conversation by a report, a key of the API, an analysis and a
 * review, in every order.
 */

const { TABLE_NAME } = process.env;
beforeAll(() => {
  process.env.TABLE_NAME = 'table';
});
afterAll(() => {
  process.env.TABLE_NAME = TABLE_NAME;
});

const client = { id: 'client_one', path: ['client_one'] };
const agent = { id: 'agent_a', client_id: client.id, version: 1 } as never;

const storedBy = (operations: readonly Operation[]): ConversationRecord =>
  conversationFromItem(
    operations
      .map(({ request }) => request.Put?.Item as Item | undefined)
      .find((item) => item?.pk.startsWith('conversation#') && item.sk === 'record') as Item,
  );

const begun = (): ConversationRecord =>
  storedBy(
    insertConversation(agent, client, {
      ...{ agent_id: 'agent_a', channel: 'phone', direction: null, caller: null, provider: null, turns: [] },
      ...{ end_reason: null, outcome: null, sentiment: null, summary: null, data: {}, metrics: {} },
      ...{ quality: null, cost: null, external_id: null, metadata: {}, tags: [], status: 'completed' },
      start_time: '2026-11-20T09:00:00.000Z',
      end_time: '2026-11-20T09:01:00.000Z',
    }).operations,
  );

type Step = (before: ConversationRecord) => Promise<ConversationRecord>;

const report: Step = async (before) => {
  const sent: CallReport = {
    conversation_id: 'call',
    agent_id: null,
    stage: 'analyzed',
    at: 1,
    facts: { outcome: 'reported', sentiment: 'neutral', summary: 'Reported.', data: { by: 'provider' } },
    recording: null,
    our_conversation_id: null,
  };
  const changed = await changeOfReport(before, sent, { depth: 1, decided: {} });
  return changed ? replaceConversation(before, changed.change, changed.type).after : before;
};

const patch: Step = async (before) => {
  const body = { outcome: 'patched', data: { by: 'api' } };
  const additions = { ...patchedFields(before, body), outcome: body.outcome, data: body.data };
  const { operations } = updateConversation(before, body, additions, {
    by: { client_id: client.id },
    decided: {},
    costsFrom: 0,
  });
  return operations.length > 0 ? storedBy(operations) : before;
};

const analyze =
  (setting: FieldOrigin): Step =>
  async (before) =>
    replaceConversation(
      before,
      settledBy(before, {
        outcome: { value: 'analyzed', setting },
        sentiment: { value: 'positive', setting },
        summary: { value: 'Analyzed.', setting },
        data: { value: { by: 'analysis' }, setting },
      }),
      'conversation.analyzed',
    ).after;

const review: Step = async (before) =>
  replaceConversation(
    before,
    settledBy(before, { sentiment: { value: 'negative', setting: 'review' } }),
    'conversation.reviewed',
  ).after;

const ordersOf = <T>(all: readonly T[]): T[][] =>
  all.length === 0
    ? [[]]
    : all.flatMap((one) => ordersOf(all.filter((other) => other !== one)).map((rest) => [one, ...rest]));

test.each([
  ['fill', { summary: 'Reported.', source: 'provider' }],
  ['replace', { summary: 'Analyzed.', source: 'analysis' }],
] as const)(
  'all orders of a report, a key, an analysis that can %s, and a review lead to the same',
  async (setting, expected) => {
    const orders = ordersOf([report, patch, analyze(setting), review]);
    expect(orders).toHaveLength(24);
    for (const order of orders) {
      let conversation = begun();
      for (const step of order) conversation = await step(conversation);
      const { outcome, sentiment, summary, data } = conversation;
      expect({ outcome, sentiment, summary, data, sources: sourcesOf(conversation) }).toEqual({
        outcome: 'patched',
        sentiment: 'negative',
        summary: expected.summary,
        data: { by: 'api' },
        sources: {
          outcome: 'api',
          sentiment: 'review',
          summary: expected.source,
          data: 'api',
          quality: null,
        },
      });
    }
  },
);

test('a key that sends what an analysis has set already makes it its own', async () => {
  const analyzed = await analyze('fill')(begun());
  const body = { outcome: 'analyzed' };
  const { operations } = updateConversation(
    analyzed,
    body,
    { ...patchedFields(analyzed, body), ...body },
    {
      by: { client_id: client.id },
      decided: {},
      costsFrom: 0,
    },
  );
  const patched = storedBy(operations);
  expect(sourcesOf(patched).outcome).toBe('api');
  expect((await report(patched)).outcome).toBe('analyzed');
});
