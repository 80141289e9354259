import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ClientType } from '#lib/contract/clients.ts';
import { reaches } from '#lib/domain/caller.ts';
import { isPastRetention, isStale, mayBePastRetention } from '#lib/domain/conversations/lifetime.ts';
import { chunk, withIndexes } from '#lib/domain/conversations/transcript.ts';
import { hashSecret, isSecret, newSecret } from '#lib/domain/keys/api-key.ts';
import { inheritSettings, maxDepth, parentFault, rateLimitsOf } from '#lib/domain/organizations/hierarchy.ts';
import { conversationOfKey, newRecordingKey } from '#lib/domain/recordings/recording.ts';
import { cut, fold } from '#lib/domain/text.ts';

describe('Secrets', () => {
  test('are recognized, and a typing error is noticed before any read', () => {
    const secret = newSecret();
    expect(isSecret(secret)).toBe(true);
    expect(newSecret()).not.toBe(secret);
    expect(hashSecret(secret)).not.toContain(secret.slice(4, 12));
    fc.assert(
      fc.property(fc.nat({ max: secret.length - 1 }), fc.constantFrom(...'0aZ_ '), (at, character) => {
        const changed = secret.slice(0, at) + character + secret.slice(at + 1);
        expect(isSecret(changed)).toBe(changed === secret);
      }),
    );
    expect(isSecret(`${secret}0`)).toBe(false);
  });
});

describe('The hierarchy', () => {
  const types: ClientType[] = ['reseller', 'client', 'subcompany', 'location'];
  const allowed = ['reseller', 'client', 'client<reseller', 'subcompany<client', 'subcompany<subcompany'];
  allowed.push('location<client', 'location<subcompany');

  test.for(types)('%s has only allowed parents', (type) => {
    const may = (parent: ClientType | null) =>
      parentFault(type, parent && { type: parent, path: ['client_a'] }) === undefined;
    for (const parent of [null, ...types]) {
      expect([type, parent, may(parent)]).toEqual([
        type,
        parent,
        allowed.includes(parent ? `${type}<${parent}` : type),
      ]);
    }
  });

  test('has eight levels', () => {
    const at = (depth: number) => ({
      type: 'subcompany' as const,
      path: Array<string>(depth).fill('client_a'),
    });
    expect(parentFault('subcompany', at(maxDepth - 1))).toBeUndefined();
    expect(parentFault('subcompany', at(maxDepth))).toContain('8');
  });

  test('inherits settings, and each level can override them', () => {
    const settings = inheritSettings([{ locale: 'en', retention_days: 30 }, {}, { locale: 'de' }]);
    expect(settings).toEqual({ locale: 'de', retention_days: 30 });
    const loosened = inheritSettings([{ retention_days: 30 }, { retention_days: 7 }, { retention_days: 90 }]);
    expect(loosened).toEqual({ retention_days: 7 });
    const patient = inheritSettings([{ active_timeout_minutes: 30 }, { active_timeout_minutes: 90 }]);
    expect(patient).toEqual({ active_timeout_minutes: 90 });
  });

  test('inherits only settings that the API defines, and allows no recordings if an ancestor refuses them', () => {
    const top = { internal_api_token: 'secret', timezone: 'Europe/Berlin', recording_enabled: false };
    const middle = { internal_api_token: 'other', recording_enabled: true };
    expect(inheritSettings([top, middle, { own: 'mine', recording_enabled: true }])).toEqual({
      own: 'mine',
      timezone: 'Europe/Berlin',
      recording_enabled: false,
    });
    expect(inheritSettings([top])).toEqual(top);
  });

  test('applies the rate limits of an organization and its ancestors, its own first', () => {
    const member = (id: string, requests_per_minute?: number) => ({
      id,
      settings: requests_per_minute === undefined ? {} : { rate_limit: { requests_per_minute } },
    });
    expect(rateLimitsOf([member('a', 9), member('b'), member('c', 3)])).toEqual([
      { client_id: 'c', requests_per_minute: 3 },
      { client_id: 'a', requests_per_minute: 9 },
    ]);
    expect(rateLimitsOf([])).toEqual([]);
  });

  test('lets a key reach its organization and descendants, and a platform key everything', () => {
    expect(reaches({ client_id: 'b' }, ['a', 'b', 'c'])).toBe(true);
    expect(reaches({ client_id: 'b' }, ['a', 'c'])).toBe(false);
    expect(reaches({ client_id: null }, [])).toBe(true);
  });
});

describe('Turns', () => {
  const turn = (index?: number) => ({
    role: 'user' as const,
    text: 'x',
    start_ms: null,
    end_ms: null,
    tool_calls: [],
    metadata: {},
    ...(index !== undefined && { index }),
  });

  test('are numbered from the next index, can repeat existing ones, and have no gaps', () => {
    const indexes = (turns: Parameters<typeof withIndexes>[0], next: number) => {
      const numbered = withIndexes(turns, next);
      return Array.isArray(numbered) ? numbered.map(({ index }) => index) : numbered;
    };
    expect(indexes([turn(), turn()], 3)).toEqual([3, 4]);
    expect(indexes([turn(1), turn(), turn(3)], 3)).toEqual([1, 2, 3]);
    expect(indexes([turn(4)], 3)).toEqual({ at: 0, index: 4, expected: 3 });
    expect(indexes([turn(3), turn(5)], 3)).toEqual({ at: 1, index: 5, expected: 4 });
    expect(indexes([turn(3), turn(3)], 3)).toEqual({ at: 1, index: 3, expected: 4 });
  });

  test('are stored in chunks of bounded size, complete and in order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 40_000 }), { maxLength: 20 }), (sizes) => {
        const turns = sizes.map((size, index) => ({ ...turn(), index, text: 'x'.repeat(size) }));
        const groups = chunk(turns);
        expect(groups.flat()).toEqual(turns);
        for (const group of groups) {
          const bytes = group.reduce((sum, one) => sum + JSON.stringify(one).length, 0);
          expect(group.length === 1 || bytes <= 32_768).toBe(true);
        }
      }),
    );
  });
});

describe('Text', () => {
  test('is shortened to a number of bytes, between characters', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.integer({ min: 3, max: 80 }),
        (text, bytes) => {
          const short = cut(text, bytes);
          expect(Buffer.byteLength(short)).toBeLessThanOrEqual(bytes);
          expect(short.isWellFormed()).toBe(true);
          if (Buffer.byteLength(text) <= bytes) expect(short).toBe(text);
          else expect(text.startsWith(short.slice(0, -1))).toBe(true);
        },
      ),
    );
  });

  test('is folded so that all spellings of a letter are the same', () => {
    for (const word of ['straße', 'STRASSE', 'Straẞe', 'STRAẞE']) expect(fold(word)).toBe('strasse');
    for (const word of ['ΟΔΟΣ', 'οδος', 'οδοσ']) expect(fold(word)).toBe('οδοσ');
  });

  test('is not changed by folding again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });
});

describe('Recordings', () => {
  test('have a new key each time, which contains their conversation', () => {
    const key = newRecordingKey('conv_1');
    expect(newRecordingKey('conv_1')).not.toBe(key);
    expect(conversationOfKey(key)).toBe('conv_1');
    for (const other of ['conv_1/x', 'recordings/conv_1', 'recordings/', 'x/recordings/conv_1/x']) {
      expect(conversationOfKey(other)).toBeUndefined();
    }
  });
});

describe('Conversations', () => {
  const time = '2026-11-20T09:00:00.000Z';
  const late = '2126-01-01T00:00:00.000Z';

  test('are kept for a number of days after their end', () => {
    const past = (retention_days: number | undefined, now: string, status: 'completed' | 'active') =>
      isPastRetention({ status, start_time: time, end_time: time }, { retention_days }, Date.parse(now));
    expect(past(1, '2026-11-21T08:59:59.999Z', 'completed')).toBe(false);
    expect(past(1, '2026-11-21T09:00:00.000Z', 'completed')).toBe(true);
    expect(past(undefined, late, 'completed')).toBe(false);
    expect(past(1, late, 'active')).toBe(false);

    const may = (now: string, status: 'completed' | 'active') =>
      mayBePastRetention({ status, start_time: time, end_time: time }, Date.parse(now));
    expect(may('2026-11-21T08:59:59.999Z', 'completed')).toBe(false);
    expect(may('2026-11-21T09:00:00.000Z', 'completed')).toBe(true);
    expect(may(late, 'active')).toBe(false);
  });

  test('are stale after four hours, or after the time in the settings', () => {
    const stale = (active_timeout_minutes: number | undefined, now: string, status: 'completed' | 'active') =>
      isStale({ status, start_time: time }, { active_timeout_minutes }, Date.parse(now));
    expect(stale(undefined, '2026-11-20T13:00:00.000Z', 'active')).toBe(false);
    expect(stale(undefined, '2026-11-20T13:00:00.001Z', 'active')).toBe(true);
    expect(stale(1, '2026-11-20T09:01:00.001Z', 'active')).toBe(true);
    expect(stale(300, '2026-11-20T13:59:59.999Z', 'active')).toBe(false);
    expect(stale(1, late, 'completed')).toBe(false);
  });
});
