import type { Json } from './reading.ts';
import { isObject } from './reading.ts';

/** The posted payload, if it is a JSON object. */
export const payloadOf = (bytes: Buffer): Json | undefined => {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};
