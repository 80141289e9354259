/** One event of a stream (html.spec.whatwg.org/multipage/server-sent-events.html). */
export const serverSentEvent = (name: string, data: unknown): string =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** An event without a name, as streams of other protocols have it. */
export const dataEvent = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;

/** The media type of a stream of events. */
export const eventStreamType = 'text/event-stream';

/** The headers of a stream. Nothing in between may hold parts back. */
export const eventStreamHeaders = {
  'content-type': `${eventStreamType}; charset=utf-8`,
  'x-accel-buffering': 'no',
} as const;

/** The same parts, each made in the context of the request, which has ended when they are sent. */
export async function* inContext(stream: AsyncGenerator<string, void>, run: <T>(task: () => T) => T) {
  for (let next = await run(() => stream.next()); !next.done; next = await run(() => stream.next())) {
    yield next.value;
  }
}

/** Proxies close connections on which nothing comes. */
const heartbeatMs = 10_000;

/** The same parts, with a comment whenever there was none for ten seconds. */
export async function* withHeartbeats(
  source: AsyncGenerator<string, void>,
  pauseMs = heartbeatMs,
): AsyncGenerator<string, void> {
  for (let next = source.next(); ; ) {
    const { promise: pause, resolve } = Promise.withResolvers<'pause'>();
    const timer = setTimeout(resolve, pauseMs, 'pause');
    const found = await Promise.race([next, pause]);
    clearTimeout(timer);
    if (found === 'pause') yield ': still working\n\n';
    else if (found.done) return;
    else {
      yield found.value;
      next = source.next();
    }
  }
}
