import { hourMs, minuteMs } from '#lib/domain/durations.ts';

const periods = { minute: minuteMs, hour: hourMs } as const;

/**
 * Asks within a single minute or hour, because limits count by it; asks again if it ends meanwhile. What is
 * asked begins with an organization or a widget of its own.
 */
export const withinOne = async (period: keyof typeof periods, ask: () => Promise<void>): Promise<void> => {
  const now = () => Math.floor(Date.now() / periods[period]);
  const before = now();
  try {
    await ask();
  } catch (error) {
    if (now() === before) throw error;
    await ask();
  }
};
