import { expect, test } from 'vitest';
import { arrive } from '#lib/local/demo/arrivals.ts';
import { fillDemo } from '#lib/local/demo/fill.ts';
import { usersOf } from '../fixtures.ts';
import { eventually } from '../support/eventually.ts';
import { withOwnPlatform } from '../support/own-platform.ts';

test('calls arrive while somebody watches, and a later start ends those that were left in the middle', () =>
  withOwnPlatform(async (description) => {
    await fillDemo(description);
    const { operator: api } = usersOf(description);
    const leaving = new AbortController();
    const arriving = (lastRead: number) =>
      arrive({ description, lastRead: () => lastRead, signal: leaving.signal }).catch(() => undefined);
    const watched = arriving(Number.POSITIVE_INFINITY);
    const query = { metadata: { demo: 'arrived' } };
    const arrived = async () => (await api.conversations.list({ query })).data;
    await eventually(async () => {
      const [call] = await arrived();
      const params = { conversation_id: call?.id ?? '' };
      expect((await api.transcripts.get({ params })).data.length).toBeGreaterThan(0);
    });
    leaving.abort();
    await watched;
    expect((await arrived()).map(({ status }) => status)).toContain('active');
    await arriving(Number.NEGATIVE_INFINITY);
    expect((await arrived()).map(({ status }) => status)).not.toContain('active');
  }));
