import type { Route } from '#lib/contract/route.ts';
import type { ApiHandler } from './pipeline.ts';
import { pipeline } from './pipeline.ts';

export interface Page {
  readonly html: string;
  /** The page's Content-Security-Policy. */
  readonly policy: string;
}

/** Turns a public route that serves a page into a Lambda handler. */
export const handlePage = <R extends Route & { readonly public: true }>(
  route: R,
  { html, policy }: Page,
): ApiHandler<R> =>
  pipeline(route, [], async () => {
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
    };
    return { statusCode: 200, headers, body: html };
  });
