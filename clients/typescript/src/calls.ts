import type { CallOptions } from './options.ts';

type Arguments<Input> = unknown extends Input
  ? [input?: CallOptions]
  : Record<never, never> extends Input
    ? [input?: Input & CallOptions]
    : [input: Input & CallOptions];

/** An answer with its status and headers. */
export interface WithResponse<Reply> {
  /** Undefined where there is no body, as in a 304. */
  readonly reply: Reply;
  readonly response: Response;
}

/** An operation: call it for its answer, or `withResponse` for the answer with its status and headers. */
export type Call<Input, Reply> = ((...input: Arguments<Input>) => Promise<Reply>) & {
  readonly withResponse: (...input: Arguments<Input>) => Promise<WithResponse<Reply>>;
};

/** A list: call it for one page, or iterate over `pages`, or over `all` items of all pages. */
export type ListCall<Input, Page, Item> = Call<Input, Page> & {
  readonly pages: (...input: Arguments<Input>) => AsyncGenerator<Page, void>;
  readonly all: (...input: Arguments<Input>) => AsyncGenerator<Item, void>;
};

/** A stream: iterate over its `events` as they arrive, or call it for the whole text once it is complete. */
export type StreamCall<Input, Event> = Call<Input, string> & {
  /**
   * Throws an `ApiProblem` in place of an event `error`, and a `StreamError` if the stream ends without
   * `done`. A stream that has begun is not repeated.
   */
  readonly events: (...input: Arguments<Input>) => AsyncGenerator<Event, void>;
};
