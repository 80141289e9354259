import { setTimeout as wait } from 'node:timers/promises';

interface PassingTime {
  readonly passed: Promise<void>;
  readonly callOff: () => void;
}

/** Lets a time pass, unless it is called off. */
export const after = (ms: number): PassingTime => {
  const off = new AbortController();
  const passed = wait(ms, undefined, { signal: off.signal }).catch(() => new Promise<void>(() => {}));
  return { passed, callOff: () => off.abort() };
};
