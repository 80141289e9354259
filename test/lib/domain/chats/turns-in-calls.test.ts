import { expect, test } from 'vitest';
import { newSession, takesTooMany, withoutToken, withTurn } from '#lib/domain/chats/session.ts';

const minute = Date.parse('2026-11-29T10:00:00Z');

test('of the turns that are taken in a minute of a call, 120 are answered', () => {
  const known = { agent_version: 1, node: null, ...withoutToken };
  let session = newSession({ variables: {}, idle_minutes: 15 }, known, minute);
  for (let turn = 1; turn <= 120; turn += 1) session = { ...session, ...withTurn(session, minute + turn) };
  expect(takesTooMany(session, minute + 1000)).toBe(false);
  session = { ...session, ...withTurn(session, minute + 59_999) };
  expect(takesTooMany(session, minute + 59_999)).toBe(true);
  expect(takesTooMany(session, minute + 60_000)).toBe(false);
  session = { ...session, ...withTurn(session, minute + 60_000) };
  expect(takesTooMany(session, minute + 60_000)).toBe(false);
});
