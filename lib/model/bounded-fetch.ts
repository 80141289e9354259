import { depthCounter } from '#lib/domain/json.ts';

/** The limit for an answer of a model. */
const maxBytes = 2_000_000;

/** Bedrock streams JSON in binary frames, whose other bytes are no JSON. */
const isFramed = (headers: Headers): boolean =>
  headers.get('content-type')?.startsWith('application/vnd.amazon.eventstream') ?? false;

/** `fetch` with limits for the length and the depth of the answer and without redirects. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const { body, status, statusText, headers } = await fetch(input, { ...init, redirect: 'error' });
  let left = maxBytes;
  const count = isFramed(headers) ? undefined : depthCounter();
  const counted = body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        left -= chunk.length;
        if (left < 0) throw new Error('The answer is too long');
        count?.(chunk);
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted ?? null, { status, statusText, headers });
};
