/**
 * The address of a route whose answer is streamed, from its path after `/v1/live`. The gateway of these
 * routes may have another address than that of all others.
 */
export const liveUrl = (origin: string, path: string): string =>
  `${process.env.LIVE_URL ?? `${origin}/v1/live`}${path}`;
