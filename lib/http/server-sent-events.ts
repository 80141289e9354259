/** One event of a stream (html.spec.whatwg.org/multipage/server-sent-events.html). */
export const serverSentEvent = (name: string, data: unknown): string =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

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
