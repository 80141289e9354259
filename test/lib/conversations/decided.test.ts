import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { conversationFromItem } from '#lib/conversations/conversation-record.ts';
import {
  additionsOf,
  insertConversation,
  replaceConversation,
  updateConversation,
} from '#lib/conversations/conversations.ts';
import { decidedOf } from '#lib/conversations/decided.ts';
import { changeOfReport, firstReported, inputOfReport } from '#lib/conversations/reported.ts';
import { refuseHiddenCost } from '#lib/domain/conversations/cost.ts';
import type { CallReport, Stage } from '#lib/domain/integrations/call-report.ts';
import { stages } from '#lib/domain/integrations/call-report.ts';
import { factOf } from '#lib/domain/usage/fact.ts';
import { quarterMs } from '#lib/domain/usage/time-zones.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import type { Item } from '#lib/store/table.ts';
import type { Said } from '../../support/reported-model.ts';
import { CallModel } from '../../support/reported-model.ts';

/*
 * Random histories of a call of a location, below a client and a reseller: reports of all their integrations,
 * changes by all their keys and the platform's, and a conversation that the location has recorded before.
 * They are held against a plain model.
 */

const { TABLE_NAME } = process.env;
beforeAll(() => {
  process.env.TABLE_NAME = 'table';
});
afterAll(() => {
  process.env.TABLE_NAME = TABLE_NAME;
});

const path = ['client_reseller', 'client_client', 'client_location'];
const own = path.length;
const ownerAt = (depth: number) => ({ client_id: path[depth - 1] ?? null });
const client = { id: 'client_location', path };
const agent = { id: 'agent_a', client_id: client.id, version: 1 } as never;

const origin = Date.UTC(2026, 9, 12, 8);
const timeAt = (seconds: number) => new Date(origin + seconds * 1000).toISOString();
const moneyOf = (amount: string) => ({ amount, currency: 'USD' });

const storedBy = (operations: readonly Operation[]): ConversationRecord =>
  conversationFromItem(
    operations
      .map(({ request }) => request.Put?.Item as Item | undefined)
      .find((item) => item?.pk.startsWith('conversation#') && item.sk === 'record') as Item,
  );

interface State {
  readonly model: CallModel;
  record: ConversationRecord | undefined;
}

type Step = (state: State, at: number) => Promise<void>;

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const start = fc.integer({ min: 0, max: 3600 });
const end = fc.integer({ min: 4000, max: 9000 });
const channel = fc.constantFrom('phone' as const, 'chat' as const, 'web' as const);
const cost = fc.constantFrom('0', '0.5', '7');

const preclaim = fc.record({ start, end, channel, cost: optional(cost), over: fc.boolean() }).map(
  (said): Step =>
    async (state) => {
      if (state.record) return;
      const { operations } = insertConversation(
        agent,
        client,
        {
          ...{ agent_id: 'agent_a', direction: null, caller: null, provider: null, turns: [], metadata: {} },
          tags: [],
          ...{ end_reason: null, outcome: null, sentiment: null, summary: null, data: {}, metrics: {} },
          quality: null,
          external_id: null,
          channel: said.channel,
          cost: said.cost === undefined ? null : moneyOf(said.cost),
          status: said.over ? 'completed' : 'active',
          start_time: timeAt(said.start),
          end_time: said.over ? timeAt(said.end) : null,
        },
        ownerAt(own),
      );
      state.record = storedBy(operations);
      state.model.create(own, said);
    },
);

const patch = fc
  .record({ depth: fc.integer({ min: 0, max: own }), length: optional(end), cost: optional(cost) })
  .map(
    ({ depth, ...said }): Step =>
      async (state) => {
        const { record, model } = state;
        if (!record) return;
        const change = {
          ...(said.length !== undefined && { duration_ms: said.length * 1000 }),
          ...(said.length !== undefined && !model.isOver && { status: 'completed' as const }),
        };
        const additions = { ...additionsOf(record), ...(said.cost && { cost: moneyOf(said.cost) }) };
        // Nobody below the platform sees what it has set.
        const costsFrom = Math.min(depth, 1);
        const write = async () => {
          const decided = await decidedOf(record);
          refuseHiddenCost(record, said.cost === undefined ? {} : { cost: moneyOf(said.cost) }, costsFrom);
          return updateConversation(record, change, additions, { by: ownerAt(depth), decided, costsFrom });
        };
        if (!model.patch(depth, said)) {
          await expect(write()).rejects.toMatchObject({
            details: { errors: expect.arrayContaining([expect.objectContaining({ code: 'out_of_reach' })]) },
          });
          return;
        }
        const { operations } = await write();
        if (operations.length > 0) state.record = storedBy(operations);
      },
  );

const report = fc
  .record({
    depth: fc.integer({ min: 1, max: own }),
    stage: fc.constantFrom<Stage>('begun', 'over', 'analyzed'),
    start,
    end,
    channel: optional(channel),
    cost: optional(cost),
  })
  .map(
    ({ depth, stage, ...sent }): Step =>
      async (state, at) => {
        const over = stage !== 'begun';
        const said: Said = { ...sent, over, ...(!over && { end: undefined, cost: undefined }) };
        const reported: CallReport = {
          conversation_id: 'call',
          agent_id: 'agent_there',
          stage,
          at,
          facts: {
            status: over ? 'completed' : 'active',
            start_time: timeAt(said.start ?? 0),
            end_time: said.end === undefined ? undefined : timeAt(said.end),
            channel: sent.channel,
            cost: said.cost === undefined ? undefined : moneyOf(said.cost),
          },
          recording: null,
          our_conversation_id: null,
        };
        const { record } = state;
        if (record) {
          const by = { depth, decided: await decidedOf(record) };
          const changed = await changeOfReport(record, reported, by);
          if (changed) {
            const { operations } = replaceConversation(
              record,
              changed.change,
              changed.type,
              changed.operations,
            );
            state.record = storedBy(operations);
          }
        } else {
          const input = inputOfReport(reported, agent, 'vapi', timeAt(0));
          const account = { id: 'intg_a', client_id: String(ownerAt(depth).client_id) };
          const { operations } = insertConversation(
            agent,
            client,
            input,
            { account },
            {
              id: 'conv_01m7yawsxhe2aajax5p1159v5r',
              cost_by: account.client_id,
              reported: firstReported(reported, input),
            },
          );
          state.record = storedBy(operations);
        }
        state.model.report(depth, [stages[stage], at], said);
      },
  );

const billedOf = (record: ConversationRecord) => {
  const { start_time, reported_start, channel: over, cost: paid } = record;
  const fact = factOf({ ...record, status: 'completed' });
  const started = Date.parse(reported_start ?? start_time);
  expect(fact?.quarter).toBe(Math.floor(started / quarterMs));
  return {
    start: (started - origin) / 1000,
    length: (fact?.duration_ms ?? 0) / 1000,
    channel: over,
    cost: paid?.amount,
  };
};

test('a call is billed as the highest organization that reported it says, in 1,000 random histories', async () => {
  const seen = new Map<string, number>();
  const step = fc.oneof(
    { arbitrary: preclaim, weight: 1 },
    { arbitrary: patch, weight: 3 },
    { arbitrary: report, weight: 4 },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), async (steps) => {
      const state: State = { model: new CallModel(own), record: undefined };
      for (const [at, take] of steps.entries()) {
        await take(state, at + 1);
        if (!state.record) continue;
        const decided = state.model.decided();
        expect(billedOf(state.record)).toMatchObject(decided);
        for (const field of Object.keys(decided)) seen.set(field, (seen.get(field) ?? 0) + 1);
      }
    }),
    { numRuns: 1000 },
  );
  for (const field of ['start', 'length', 'channel', 'cost']) expect(seen.get(field)).toBeGreaterThan(200);
});
