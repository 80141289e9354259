import { expect, test } from 'vitest';
import { minuteMs } from '#lib/domain/durations.ts';
import type { Client } from '#lib/local/client.ts';
import { fillDemo } from '#lib/local/demo/fill.ts';
import { usersOf } from '../fixtures.ts';
import { eventually } from '../support/eventually.ts';
import { losing } from '../support/losing.ts';
import { withOwnPlatform } from '../support/own-platform.ts';
import { oneMonth } from '../support/whole-periods.ts';

/** A business has more than calls: reviews, files, a chat that waits, invoices. */
const expectLife = async (api: Client, reseller: string): Promise<void> => {
  const { data } = await api.clients.list({ query: { name: 'Harbor Dental Group' } });
  const client_id = data[0]?.id ?? '';
  const recorded = async (status: 'completed' | 'failed') => {
    const query = { client_id: reseller, status, has_recording: 'true', limit: '100' } as const;
    return (await api.conversations.list({ query })).data.length;
  };
  await eventually(async () => {
    expect((await recorded('completed')) + (await recorded('failed'))).toBeGreaterThanOrEqual(30);
    expect(await recorded('failed')).toBeGreaterThanOrEqual(3);
    const { data: reviews } = await api.reviews.list({ query: { client_id, status: 'open', limit: '100' } });
    expect(reviews.length).toBeGreaterThanOrEqual(5);
    const { data: files } = await api.exports.list({ query: { client_id } });
    expect(files.map(({ status }) => status)).toEqual(['completed', 'completed']);
    const { data: webhooks } = await api.webhooks.list({ query: { client_id } });
    expect(webhooks.map(({ failing_since }) => typeof failing_since)).toEqual(['string']);
  });
  const { data: analyzers } = await api.analyzers.list({ query: { client_id } });
  expect(analyzers.map(({ name }) => name)).toEqual(['Good calls']);
  const { data: waiting } = await api.conversations.active({ query: { client_id, handling: ['waiting'] } });
  expect(waiting.map(({ caller }) => caller?.name)).toEqual(['Nora Whitfield']);
  const { data: widgets } = await api.widgets.list({ query: { client_id } });
  expect(widgets).toMatchObject([{ status: 'active', origins: [expect.any(String), expect.any(String)] }]);
  const ofWidget = { client_id, metadata: { widget_id: String(widgets[0]?.id) } };
  const { data: visitors } = await api.conversations.list({ query: ofWidget });
  expect(visitors.map(({ caller }) => caller?.name)).toEqual(['Nora Whitfield']);
  const { data: statements } = await api.statements.list({ params: { client_id } });
  const [oldest] = statements.toReversed();
  expect(oldest).toMatchObject({
    status: 'paid',
    number: expect.stringMatching(/^BV-/),
    issuer: { address: expect.any(String), tax_id: expect.any(String) },
    addressee: { address: expect.any(String) },
    tax: { name: 'VAT' },
    due_date: expect.any(String),
  });
};

test('the calls of three months are recorded once, found, counted and billed', () =>
  withOwnPlatform(async (description) => {
    await oneMonth(10 * minuteMs);
    const calls = 40;
    // The answer is lost after the calls are recorded and the first plan is created.
    const broken = fillDemo(description, { calls, send: losing(78) });
    await expect(broken).rejects.toThrow('The answer is lost');
    const { data: plans } = await usersOf(description).operator.plans.list();
    expect(plans).toHaveLength(1);
    const { reseller, conversations } = await fillDemo(description, { calls });
    expect(await fillDemo(description, { calls })).toMatchObject({ reseller, conversations });

    const { operator: api } = usersOf(description);
    const from = new Date(Date.now() - 100 * 86_400_000).toISOString().slice(0, 10);
    const query = { interval: 'total', group_by: 'provider', start_after: from } as const;
    await eventually(async () => {
      const { rows } = await api.usage.get({ params: { client_id: reseller }, query });
      expect(rows.map(({ group }) => group.provider)).toEqual(['elevenlabs', 'retell', 'twilio', 'vapi']);
      // One of them is still active.
      expect(rows.reduce((sum, row) => sum + row.conversations, 0)).toBe(conversations - 1);
    });
    await expectLife(api, reseller);
    const { data } = await api.clients.list({ query: { name: 'Marlow Property' } });
    const client_id = data[0]?.id ?? '';
    const statements = (await api.statements.list({ params: { client_id } })).data;
    expect(statements).toHaveLength(3);
    for (const { total, minutes_used, costs } of statements) {
      expect(Number(total.amount)).toBeGreaterThanOrEqual(49);
      // With so few calls, an organization has none in some months, depending on the day.
      expect(costs?.map(({ currency }) => currency)).toEqual(Number(minutes_used) > 0 ? ['USD'] : []);
    }
    expect(statements.some(({ minutes_used }) => Number(minutes_used) > 0)).toBe(true);
    // Without events, the calls are found all the same.
    const start_before = new Date(Date.now() - 7 * 86_400_000).toISOString();
    const past = (await api.conversations.list({ query: { client_id, start_before } })).data;
    const transcripts = await Promise.all(
      past.map(({ id }) => api.transcripts.get({ params: { conversation_id: id } })),
    );
    const said = transcripts.findIndex(({ data }) => data.length > 0);
    const q = transcripts[said]?.data[0]?.text.match(/\w{6,}/)?.[0] ?? '';
    const hits = (await api.conversations.list({ query: { client_id, q, limit: '100' } })).data;
    expect(hits.map(({ id }) => id)).toContain(past[said]?.id);
  }));
