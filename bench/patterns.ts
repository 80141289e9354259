import { finderOf } from '#lib/domain/analysis/patterns.ts';
import type { MeasuredGroup } from './figure.ts';
import { figure, milliseconds, rounded, timed } from './figure.ts';

/** An engine that goes back takes exponential time for it, and no match ends early. */
const pattern = '(a+)+$';

const letters = 10_000;

/** The time in which a check, a criterion or a mock matches a text with a pattern. */
export const measure = async (size: number): Promise<MeasuredGroup> => {
  const rounds = Math.max(20, Math.round(size / 100));
  const find = finderOf(pattern);
  const texts = [letters, 2 * letters].map((length) => `${'a'.repeat(length)}!`);
  const times = texts.map((): number[] => []);
  // In turns, so that both meet the same load of the machine.
  for (let round = -rounds; round < rounds; round += 1) {
    for (const [at, text] of texts.entries()) {
      const ms = await timed(async () => {
        if (find(text)) throw new Error('The pattern matched');
      });
      if (round >= 0) times[at]?.push(ms);
    }
  }
  const [short = [], long = []] = times;
  return {
    figures: [
      figure(`\`${pattern}\` and 10,000 letters, ms`, milliseconds(short)),
      figure(`\`${pattern}\` and 20,000 letters, ms`, milliseconds(long)),
      figure(
        '20,000 letters, in times of 10,000, of the fastest',
        rounded(Math.min(...long) / Math.min(...short)),
        2.5,
      ),
    ],
  };
};
