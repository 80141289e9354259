/** The secret with which tests add headers to their requests as CloudFront does. */
export const viewerProof = 'known to CloudFront alone';

/** The headers of a request that CloudFront has received for a host. */
export const shownAt = (host: string) => ({ 'x-viewer-host': host, 'x-viewer-proof': viewerProof });
