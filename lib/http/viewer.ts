import { timingSafeEqual } from 'node:crypto';
import { viewerHeaders } from '#lib/contract/viewer.ts';
import type { ApiEvent } from './exchange.ts';

const isProof = (sent: string): boolean => {
  const { VIEWER_PROOF } = process.env;
  if (!VIEWER_PROOF) return false;
  const [one, other] = [Buffer.from(sent), Buffer.from(VIEWER_PROOF)];
  return one.length === other.length && timingSafeEqual(one, other);
};

/**
 * What CloudFront says of the viewer. Anyone can send the headers, so they are trusted only together with the
 * secret that CloudFront and the function share.
 */
const said = ({ headers }: ApiEvent, name: 'address' | 'host'): string | undefined =>
  isProof(headers[viewerHeaders.proof] ?? '') ? headers[viewerHeaders[name]] : undefined;

export const addressOf = (event: ApiEvent): string =>
  said(event, 'address') ?? event.requestContext.http.sourceIp;

/**
 * Scheme and host of the page that sends the request. CloudFront serves the console and the API under one
 * name, or under several, and API Gateway sees none of them. Addresses that a browser opens derive from it.
 */
export const siteOf = (event: ApiEvent, origin: string): string => {
  const host = said(event, 'host');
  return host === undefined ? origin : `https://${host}`;
};
