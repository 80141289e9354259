import { parseJson } from '#lib/domain/json.ts';
import type { Json } from './reading.ts';
import { isObject } from './reading.ts';

/** The posted payload, if it is a JSON object. */
export const payloadOf = (bytes: Buffer): Json | undefined => {
  try {
    const value: unknown = parseJson(bytes);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};
