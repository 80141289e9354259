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
 * The caller's address. Anyone can send the header, so it is trusted only together with the secret that
 * CloudFront and the function share.
 */
export const addressOf = ({ headers, requestContext }: ApiEvent): string => {
  const { [viewerHeaders.address]: viewer, [viewerHeaders.proof]: proof = '' } = headers;
  return viewer !== undefined && isProof(proof) ? viewer : requestContext.http.sourceIp;
};
