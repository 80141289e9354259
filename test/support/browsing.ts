import type { Client } from '#lib/local/client.ts';
import { createClient } from '#lib/local/client.ts';

/*
 * A browser that signs in: it follows redirects one at a time, and keeps the cookies of the platform.
 */

export class Browser {
  readonly #base: string;
  readonly #added: Readonly<Record<string, string>>;
  readonly #cookies = new Map<string, string>();

  /** With headers that whatever is in front of the platform adds to each request. */
  constructor(baseUrl: string, added: Readonly<Record<string, string>> = {}) {
    this.#base = baseUrl;
    this.#added = added;
  }

  /** The value of a cookie; absent: the browser has none of this name. */
  cookie(name: string): string | undefined {
    return this.#cookies.get(name);
  }

  /** Puts cookies into this browser that another one was given. */
  take(other: Browser): void {
    for (const [name, value] of other.#cookies) this.#cookies.set(name, value);
  }

  #keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0/.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }

  /** Sends a request to the platform with its cookies. */
  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const request = new Request(new URL(input instanceof Request ? input.url : input, this.#base), {
      ...(input instanceof Request ? { method: input.method, headers: input.headers } : {}),
      ...init,
      redirect: 'manual',
    });
    const cookies = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (cookies) request.headers.set('cookie', cookies);
    for (const [name, value] of Object.entries(this.#added)) request.headers.set(name, value);
    const response = await fetch(request);
    this.#keep(response);
    return response;
  };

  /** Begins to sign in, and returns the page of the provider. */
  async begin(body: Record<string, string>): Promise<Response> {
    return this.fetch('/v1/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  /** The address with which the provider sends the browser back. */
  async visitProvider(url: string): Promise<string> {
    const response = await fetch(url, { redirect: 'manual' });
    return response.headers.get('location') ?? '';
  }

  /** Signs in, and returns the last answer. */
  async signIn(body: Record<string, string>): Promise<Response> {
    const begun = await this.begin(body);
    if (!begun.ok) return begun;
    const { url } = (await begun.json()) as { url: string };
    return this.fetch(await this.visitProvider(url));
  }

  /** The client of the API, for the person of the session in an organization. */
  api(organization: string, { viewAs }: { readonly viewAs?: string } = {}): Client {
    return createClient({
      baseUrl: this.#base,
      fetch: (input, init = {}) => {
        const headers = new Headers(init.headers);
        headers.set('organization', organization);
        if (viewAs !== undefined) headers.set('view-as', viewAs);
        headers.set('sec-fetch-site', 'same-origin');
        return this.fetch(input as string, { ...init, headers });
      },
    });
  }
}
