/**
 * The headers that CloudFront adds to requests through the console's name: the caller's address, and a secret that proves that the
 * address is from CloudFront. They are no part of the API.
 */
export const viewerHeaders = { address: 'x-viewer-address', proof: 'x-viewer-proof' } as const;
