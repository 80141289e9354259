import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cursorKeyId, cursorKeyOf, cursorLifetimeMs, openCursor, sealCursor } from '#lib/domain/cursor.ts';

const key = cursorKeyOf('0a1b2c3d', Buffer.alloc(32, 7));
const binding = { owner: 'client_a', route: 'GET /v1/agents', filters: { name: 'x', limit: undefined } };
const position = { after: '2026-11-20T09:00:00.000Z#conv_1', turn: 3 };

test('a cursor returns its position for its binding', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.string({ minLength: 1 }).filter((name) => name !== '__proto__'),
        fc.oneof(fc.string(), fc.integer()),
      ),
      (any) => {
        expect(openCursor(sealCursor(any, binding, key), binding, key)).toEqual(any);
      },
    ),
  );
  const cursor = sealCursor(position, binding, key);
  expect(cursorKeyId(cursor)).toBe(key.id);
  const reordered = { ...binding, filters: { limit: undefined, other: undefined, name: 'x' } };
  expect(openCursor(cursor, reordered, key)).toEqual(position);
});

test.for([
  ['owner', { ...binding, owner: 'client_b' }],
  ['route', { ...binding, route: 'GET /v1/clients' }],
  ['filter', { ...binding, filters: { name: 'y' } }],
  ['filter more', { ...binding, filters: { name: 'x', type: 'z' } }],
] as const)('another %s cannot open it', ([, other]) => {
  expect(openCursor(sealCursor(position, binding, key), other, key)).toBeUndefined();
});

test('it is refused with another key, after its lifetime, or with any character changed', () => {
  const cursor = sealCursor(position, binding, key, 1000);
  expect(openCursor(cursor, binding, cursorKeyOf(key.id, Buffer.alloc(32, 8)), 1000)).toBeUndefined();
  expect(openCursor(cursor, binding, { ...key, id: '00000000' }, 1000)).toBeUndefined();
  expect(openCursor(cursor, binding, key, 1000 + cursorLifetimeMs)).toEqual(position);
  expect(openCursor(cursor, binding, key, 1001 + cursorLifetimeMs)).toBeUndefined();
  fc.assert(
    fc.property(
      fc.nat({ max: cursor.length - 1 }),
      fc.constantFrom(...'ABCxyz019-_=+/ '),
      (at, character) => {
        const changed = cursor.slice(0, at) + character + cursor.slice(at + 1);
        const opened = openCursor(changed, binding, key, 1000);
        expect(opened).toEqual(changed === cursor ? position : undefined);
      },
    ),
  );
  for (let length = 0; length < cursor.length; length += 1) {
    expect(openCursor(cursor.slice(0, length), binding, key, 1000)).toBeUndefined();
  }
});
