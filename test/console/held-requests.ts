/*
 * Runs in the page before its scripts: holds the requests to the API until somebody answers them.
 */

interface Held {
  readonly name: string;
  readonly answer: () => Promise<void>;
}

const send = window.fetch;
const waiting: Held[] = [];
let notice = (): void => {};

/** The requests that were answered together, one array after the other. */
export const steps: string[][] = [];

window.fetch = (input, init) => {
  const { url, method } = new Request(input, init);
  // A long poll has no answer until something happens.
  if (!url.includes('/v1/') || url.includes('wait_seconds=')) return send(input, init);
  // A page whose socket opens reads again by itself.
  if (url.endsWith('/v1/live-tickets')) return new Promise<Response>(() => {});
  const answered = Promise.withResolvers<Response>();
  const { pathname, search } = new URL(url);
  waiting.push({
    name: `${method} ${pathname}${search}`,
    answer: async () => {
      try {
        const { status, headers, body } = await send(input, init);
        const text = await new Response(body).text();
        answered.resolve(new Response(status === 204 ? null : text, { status, headers }));
      } catch (error) {
        answered.reject(error);
      }
    },
  });
  notice();
  return answered.promise;
};

/** Answers everything that is held, together. */
export const answer = async (): Promise<void> => {
  const asked = waiting.splice(0);
  steps.push(asked.map(({ name }) => name));
  await Promise.all(asked.map((request) => request.answer()));
};

/** Waits until the page has nothing to do, and returns how many requests are held. */
export const rest = async (): Promise<number> => {
  for (let times = 0; times < 3; times++) {
    await new Promise((done) => requestIdleCallback(done));
    await new Promise((done) => setTimeout(done));
  }
  return waiting.length;
};

/** Waits until a request is held. */
export const held = async (): Promise<void> => {
  if (waiting.length === 0)
    await new Promise<void>((done) => {
      notice = done;
    });
};
