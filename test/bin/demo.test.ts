import { expect, test } from 'vitest';
import { integrations } from '#lib/local/demo/calls.ts';
import { dialogues } from '#lib/local/demo/dialogues.ts';
import { fillDemo } from '#lib/local/demo/fill.ts';
import { phoneCalls } from '#lib/local/demo/phone-calls.ts';
import { usersOf } from '../fixtures.ts';
import { eventually } from '../support/eventually.ts';
import { losing } from '../support/losing.ts';
import { withOwnPlatform } from '../support/own-platform.ts';

/**
 * Each recording has arrived already when it is sent, before its conversation shows it; notes how that is
 * answered.
 */
const sentBefore =
  (statuses: number[]): typeof fetch =>
  async (url, options) => {
    if (options?.method !== 'PUT') return fetch(url, options);
    await fetch(url, options);
    const response = await fetch(url, options);
    statuses.push(response.status);
    return response;
  };

test('a demonstration that was broken off is completed by the next, and nothing is there twice', () =>
  withOwnPlatform(async (description) => {
    // A start that finds everything asks 30 times: each of these is broken off.
    for (const nth of [2, 9, 13, 18, 22]) {
      await expect(fillDemo(description, { send: losing(nth) })).rejects.toThrow('The answer is lost');
    }
    const statuses: number[] = [];
    const filled = await fillDemo(description, { send: sentBefore(statuses) });
    expect(new Set(statuses)).toEqual(new Set([412]));
    expect(await fillDemo(description)).toEqual(filled);

    const { operator: api } = usersOf(description);
    const names: string[] = [];
    for await (const { name } of api.clients.list.all()) names.push(name);
    expect(names).toHaveLength(12);
    expect(new Set(names).size).toBe(names.length);
    const { data: agents } = await api.agents.list();
    const known = await Promise.all(agents.map(({ id }) => api.agents.get({ params: { agent_id: id } })));
    expect(known.map(({ knowledge_base }) => knowledge_base.documents).sort()).toEqual([0, 0, 0, 0, 2]);

    const called = [...integrations.flatMap(({ calls }) => calls), ...phoneCalls].map(
      ({ call_id }) => call_id,
    );
    await eventually(async () => {
      const { data } = await api.conversations.list({ query: { client_id: filled.reseller } });
      const keys = await Promise.all(
        data.map(async ({ id }) => {
          const { provider } = await api.conversations.get({ params: { conversation_id: id } });
          return provider?.conversation_id;
        }),
      );
      expect(keys.sort()).toEqual([...dialogues.map(({ key }) => key), ...called].sort());
    });
  }));
