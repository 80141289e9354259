import type { ProviderService } from './http.ts';
import { baseUrlOf, sendOnce } from './http.ts';

/**
 * `fetch` for a provider's own library: the same checked connections as for every other request, once, at the
 * same address. A failure is thrown as a `ProviderError`, so the library only sees successes.
 */
export const libraryFetch =
  (service: ProviderService, timeoutMs: number): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const { status, headers, body } = await sendOnce(service, {
      method: request.method as 'GET' | 'POST',
      url: request.url.replace(service.baseUrl, baseUrlOf(service)),
      headers: Object.fromEntries(request.headers),
      body: Buffer.from(await request.arrayBuffer()),
      timeoutMs,
    });
    const type = headers['content-type'];
    return new Response(Uint8Array.from(body), { status, headers: type ? { 'content-type': type } : {} });
  };
