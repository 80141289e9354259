/*
 * The authority over the billed fields of a call, as docs/decisions/authority.md describes it: the values
 * that each organization of the path reports are kept by field, and the highest organization counts. The
 * platform has depth 0, and the topmost organization depth 1.
 */

export interface Said {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  readonly channel?: string | undefined;
  readonly cost?: string | undefined;
  readonly over: boolean;
}

type Rank = readonly [stage: number, at: number];

interface Entry<T> {
  readonly value: T;
  readonly depth: number;
  /** Undefined: a key said it, which no report of the same organization changes. */
  readonly rank: Rank | undefined;
}

/** A length in milliseconds, or when the call ended, from which its length follows. */
type End = { readonly length: number } | { readonly at: number };

const unsaid: Rank = [-1, 0];

const isAbove = (one: Rank, other: Rank): boolean =>
  one[0] === other[0] ? one[1] > other[1] : one[0] > other[0];

export class CallModel {
  readonly #own: number;
  #start: Entry<number> | undefined;
  #end: Entry<End> | undefined;
  #channel: Entry<string> | undefined;
  #cost: Entry<string> | undefined;
  #isOver = false;

  /** The depth of the organization that the call belongs to. */
  constructor(own: number) {
    this.#own = own;
  }

  get isKnown(): boolean {
    return this.#start !== undefined;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get length(): number | undefined {
    const { value } = this.#end ?? {};
    if (!value) return undefined;
    return 'length' in value ? value.length : value.at - (this.#start?.value ?? 0);
  }

  /** A key records the call. */
  create(depth: number, { start = 0, end, channel = 'phone', cost, over }: Said): void {
    this.#start = { value: start, depth, rank: undefined };
    this.#channel = { value: channel, depth, rank: undefined };
    if (over && end !== undefined) this.#end = { value: { length: end - start }, depth, rank: undefined };
    if (cost !== undefined) this.#cost = { value: cost, depth, rank: undefined };
    this.#isOver = over;
  }

  /** A key changes the call; false if it may not. */
  patch(
    depth: number,
    { length, cost }: { length?: number | undefined; cost?: string | undefined },
  ): boolean {
    // A cost that the platform set is shown to nobody below it, so nobody below may guess it either.
    if (cost !== undefined && this.#cost?.depth === 0 && depth > 0) return false;
    const isLonger = length !== undefined && length !== this.length;
    const isDearer = cost !== undefined && cost !== this.#cost?.value;
    if (isLonger && (this.#end?.depth ?? this.#own) < depth) return false;
    if (isDearer && (this.#cost?.depth ?? this.#own) < depth) return false;
    if (isLonger) this.#end = { value: { length }, depth, rank: undefined };
    if (isDearer) this.#cost = { value: cost, depth, rank: undefined };
    if (length !== undefined) this.#isOver = true;
    return true;
  }

  /** An integration reports the call; without one before, that records it. */
  report(depth: number, rank: Rank, { start, end, channel, cost, over }: Said): void {
    const merged = <T>(before: Entry<T> | undefined, value: T | undefined): Entry<T> | undefined => {
      if (value === undefined) return before;
      const more = (before?.depth ?? this.#own) - depth;
      const isNewer = !before || (before.rank !== undefined && isAbove(rank, before.rank));
      return more > 0 || (more === 0 && isNewer) ? { value, depth, rank } : before;
    };
    const isStartOpen = this.#start?.depth === depth && !this.#start.rank && !this.#isOver;
    const isChannelOpen = channel === undefined && depth < (this.#channel?.depth ?? this.#own + 1);
    this.#start =
      isStartOpen && start !== undefined ? { value: start, depth, rank } : merged(this.#start, start);
    this.#channel = isChannelOpen ? { value: 'phone', depth, rank: unsaid } : merged(this.#channel, channel);
    this.#end = merged(this.#end, end === undefined ? undefined : { at: end });
    this.#cost = merged(this.#cost, cost);
    this.#isOver ||= over;
  }

  /** Everything from which a bill follows; undefined until the call is over. */
  get billed() {
    const { length } = this;
    if (!this.#isOver || !this.#start || !this.#channel) return undefined;
    const [start, channel, cost] = [this.#start.value, this.#channel.value, this.#cost?.value];
    return { start, length: length ?? 0, channel, cost };
  }

  /** The decisions of organizations above the call's own. */
  decided(): Readonly<Record<string, unknown>> {
    const isAboveOwn = (entry: { readonly depth: number } | undefined) => entry && entry.depth < this.#own;
    return {
      ...(isAboveOwn(this.#start) && { start: this.#start?.value }),
      ...(isAboveOwn(this.#end) &&
        (isAboveOwn(this.#start) || 'length' in (this.#end?.value ?? {})) && {
          length: this.length,
        }),
      ...(isAboveOwn(this.#channel) && { channel: this.#channel?.value }),
      ...(isAboveOwn(this.#cost) && { cost: this.#cost?.value }),
    };
  }
}
