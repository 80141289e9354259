import { expect, test } from 'vitest';
import { history } from '#lib/local/demo/history.ts';

/** The share of the dentist's calls between two ages, in days, whose agent repeats what was booked. */
const shareOf = (now: number, youngest: number, oldest: number): number => {
  const calls = history(now, 600).filter(
    ({ agent, channel = 'phone', hoursAgo, turns }) =>
      agent === 'pia' &&
      channel === 'phone' &&
      turns.length > 0 &&
      hoursAgo >= youngest * 24 &&
      hoursAgo < oldest * 24,
  );
  const good = calls.filter(({ turns }) => !turns.some(({ text }) => text.includes('All done.')));
  return good.length / calls.length;
};

test('on whatever day the demonstration starts, a criterion of its analyzer has fallen for weeks', () => {
  for (let day = 1; day <= 7; day += 1) {
    const now = Date.UTC(2026, 10, day, 12);
    const [before, lately] = [shareOf(now, 28, 42), shareOf(now, 0, 14)];
    expect(before, `${day}`).toBeGreaterThan(0.85);
    expect(lately, `${day}`).toBeLessThan(0.7);
  }
});
