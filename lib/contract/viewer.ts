/**
 * The headers that CloudFront adds to requests from the console: the caller's address, the host that the
 * browser shows, and a secret that proves that CloudFront sent both. They are not part of the API.
 */
export const viewerHeaders = {
  address: 'x-viewer-address',
  host: 'x-viewer-host',
  proof: 'x-viewer-proof',
} as const;
