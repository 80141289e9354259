/** No answer of a model is as long as this. */
const maxBytes = 2_000_000;

/** `fetch` for answers of bounded length, from nowhere else than was asked. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const { body, status, statusText, headers } = await fetch(input, { ...init, redirect: 'error' });
  let left = maxBytes;
  const counted = body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        left -= chunk.length;
        if (left < 0) controller.error(new Error('The answer is too long'));
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted ?? null, { status, statusText, headers });
};
