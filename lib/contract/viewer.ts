/**
 * The headers that CloudFront adds to requests from the console: the caller's address, and a secret that
 * proves that CloudFront sent the address. They are not part of the API.
 */
export const viewerHeaders = { address: 'x-viewer-address', proof: 'x-viewer-proof' } as const;
