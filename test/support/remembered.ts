import { rememberedMs } from '#lib/domain/keys/api-key.ts';

/**
 * Asks under a key that the function has just read and still remembers, so that what is read besides can be
 * compared. The first request of `ask` reads the key. Where the machine took longer than keys are remembered,
 * it is asked again, with another key.
 */
export const whileRemembered = async <T, K = string>(
  newKey: () => Promise<K>,
  ask: (key: K) => Promise<T>,
): Promise<T> => {
  for (;;) {
    const key = await newKey();
    const began = Date.now();
    const asked = await ask(key);
    if (Date.now() - began < rememberedMs) return asked;
  }
};
