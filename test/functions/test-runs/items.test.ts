import { expect, test } from 'vitest';
import type { Scope } from '#lib/contract/route.ts';
import { clientFor, makeKey, newConversation, unknownId } from '../../fixtures.ts';
import { anyAgent, ended, tested } from '../../support/test-suites.ts';

test('attempts are listed in the order of their numbers, page by page', async () => {
  const { org, run } = await tested();
  const { id } = await run({ repeat: 3 });
  const params = { test_run_id: id };
  const first = await org.api.testRuns.items({ params, query: { limit: '2' } });
  const second = await org.api.testRuns.items({
    params,
    query: { limit: '2', cursor: first.next_cursor ?? '' },
  });
  expect([...first.data, ...second.data].map(({ number, attempt }) => [number, attempt])).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
  ]);
  expect([first.has_more, second.has_more]).toEqual([true, false]);
});

test('the attempts at one scenario of several are a list of their own, page by page', async () => {
  const { org, agent_id, scenario_id } = await tested();
  const { id: other } = await org.api.scenarios.create({ body: anyAgent });
  const body = { scenario_ids: [scenario_id, other], repeat: 3 };
  const run = await ended(org, (await org.api.testRuns.create({ params: { agent_id }, body })).id);
  const params = { test_run_id: run.id };
  const numbersOf = async (scenario_id: string | undefined, limit = '2') => {
    const numbers: number[] = [];
    const query = { limit, ...(scenario_id && { scenario_id }) };
    for await (const one of org.api.testRuns.items.all({ params, query })) numbers.push(one.number);
    return numbers;
  };
  expect(await numbersOf(scenario_id)).toEqual([0, 1, 2]);
  expect(await numbersOf(other)).toEqual([3, 4, 5]);
  // The last page is full.
  expect(await numbersOf(other, '3')).toEqual([3, 4, 5]);
  expect(await numbersOf(undefined, '3')).toEqual([0, 1, 2, 3, 4, 5]);
  expect(await numbersOf(unknownId('scen'))).toEqual([]);
});

test('an attempt at a scenario from a call has its words only for those who may read calls', async () => {
  const { org, agent_id, scenario_id } = await tested();
  const { id: conversation_id } = await newConversation(org, { status: 'completed' });
  const source = { conversation_id, turn: 0 };
  const { id: theirs } = await org.api.scenarios.create({ body: { ...anyAgent, source } });
  const body = { scenario_ids: [scenario_id, theirs] };
  const run = await ended(org, (await org.api.testRuns.create({ params: { agent_id }, body })).id);
  const params = { test_run_id: run.id };
  const whole = (await org.api.testRuns.items({ params })).data;
  expect(whole[1]).toMatchObject({ messages: [{}, {}, {}], checks: [{ detail: expect.any(String) }] });
  const tester = clientFor(await makeKey(org.client.id, ['tests:read']));
  const wordless = { messages: [], checks: whole[1]?.checks.map((check) => ({ ...check, detail: null })) };
  expect((await tester.testRuns.items({ params })).data).toEqual([whole[0], { ...whole[1], ...wordless }]);
  const reader = clientFor(await makeKey(org.client.id, ['tests:read', 'conversations:read']));
  expect((await reader.testRuns.items({ params })).data).toEqual(whole);
});

test('a reader of attempts with words of a call is in the log of the call, once for each page', async () => {
  const { org, agent_id, scenario_id } = await tested();
  const { id: conversation_id } = await newConversation(org, { status: 'completed' });
  const source = { conversation_id, turn: 0 };
  const { id: theirs } = await org.api.scenarios.create({ body: { ...anyAgent, source } });
  const body = { scenario_ids: [scenario_id, theirs], repeat: 2 };
  const run = await ended(org, (await org.api.testRuns.create({ params: { agent_id }, body })).id);
  const params = { test_run_id: run.id };
  const readsOf = async (allowed: Scope[], query: { scenario_id?: string } = {}) => {
    const api = clientFor(await makeKey(org.client.id, allowed));
    await api.testRuns.items({ params, query });
    const actor = (await api.me.get()).key?.id ?? '';
    const { data } = await org.api.auditRecords.list({ query: { actor, action: 'transcript.read' } });
    return data.map(({ target, count }) => [target.id, count]);
  };
  expect(await readsOf(['tests:read'])).toEqual([]);
  expect(await readsOf(['tests:read', 'conversations:read'], { scenario_id })).toEqual([]);
  expect(await readsOf(['tests:read', 'conversations:read'])).toEqual([[org.client.id, 1]]);
});
