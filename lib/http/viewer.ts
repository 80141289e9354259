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
 * Reads a header that CloudFront adds about the viewer. Anyone can send such a header, so it is trusted only
 * together with the secret that CloudFront and the function share.
 */
const said = ({ headers }: ApiEvent, name: 'address' | 'host'): string | undefined =>
  isProof(headers[viewerHeaders.proof] ?? '') ? headers[viewerHeaders[name]] : undefined;

export const addressOf = (event: ApiEvent): string =>
  said(event, 'address') ?? event.requestContext.http.sourceIp;

/**
 * Returns scheme and host of the page that sends the request, from which all addresses that a browser opens
 * derive. CloudFront serves the console and the API under one or several names, none of which reaches API
 * Gateway by itself.
 */
export const siteOf = (event: ApiEvent, origin: string): string => {
  const host = said(event, 'host');
  return host === undefined ? origin : `https://${host}`;
};
