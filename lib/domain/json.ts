/*
 * JSON of others' servers: of tools, models, providers. Its size is limited where it is received, and its
 * depth here, because what is stored once is read, validated and written by functions that call themselves
 * for each level.
 */

/** Far more levels than any schema or result has, and far fewer than a stack. */
export const maxDepth = 100;

/** JSON that is nested too deeply. */
export class TooDeep extends SyntaxError {
  constructor() {
    super(`The answer is deeper than ${maxDepth} levels`);
    this.name = 'TooDeep';
  }
}

const [quote, backslash, newline] = [0x22, 0x5c, 0x0a];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/**
 * Counts the levels of JSON whose bytes come in pieces, and throws at the first that is too deep. No string
 * of JSON goes on in the next line, so it also counts events that are streamed, each in a line.
 */
export const depthCounter = (): ((piece: Uint8Array) => void) => {
  let depth = 0;
  let isString = false;
  let isEscaped = false;
  return (piece) => {
    for (const byte of piece) {
      if (byte === newline) isString = false;
      else if (isEscaped) isEscaped = false;
      else if (isString && byte === backslash) isEscaped = true;
      else if (byte === quote) isString = !isString;
      else if (!isString && opening.has(byte)) {
        depth += 1;
        if (depth > maxDepth) throw new TooDeep();
      } else if (!isString && closing.has(byte)) depth = Math.max(0, depth - 1);
    }
  };
};

/** The value of a text in JSON. Throws a `SyntaxError` if it is none, or is nested too deeply. */
export const parseJson = (json: string | Uint8Array): unknown => {
  const bytes = typeof json === 'string' ? Buffer.from(json) : json;
  depthCounter()(bytes);
  return JSON.parse(typeof json === 'string' ? json : Buffer.from(bytes).toString()) as unknown;
};

/** Whether a value that somebody else has parsed is nested too deeply. */
export const isTooDeep = (root: unknown): boolean => {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: root, depth: 1 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > maxDepth) return true;
    for (const child of Object.values(value)) open.push({ value: child, depth: depth + 1 });
  }
  return false;
};
