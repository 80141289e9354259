/** The origins that the console's page may use besides its own. */
export interface ConsoleOrigins {
  /** The origin of presigned links, such as `https://bucket.s3.eu-central-1.amazonaws.com`. */
  readonly recordings: string;
  /** The origins of the sockets that ring. */
  readonly sockets: readonly string[];
  /** The origin of the platform's recognizer of speech; absent: it has none. */
  readonly ears?: string | undefined;
}

/** The origin of the recognizer at which organizations have accounts of their own. */
const ownEars = 'wss://api.deepgram.com';

/**
 * The Content-Security-Policy of the console: scripts, styles and fonts from the same origin only, no inline
 * code, no frames. Logos of organizations are data: URLs. A recording is fetched once and played from memory,
 * which needs blob:.
 */
export const contentSecurityPolicy = ({ recordings, sockets, ears }: ConsoleOrigins): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `media-src 'self' blob: ${recordings}`,
    ["connect-src 'self'", recordings, ...sockets, ears, ownEars].filter(Boolean).join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The console uses no features of the device but the microphone, to talk with agents. */
export const permissionsPolicy = 'camera=(), geolocation=(), microphone=(self), payment=(), usb=()';

/** Names of assets contain a hash of their content, so that they never change. */
export const assetsFolder = 'assets/';
/** The script and the frame of widgets, whose paths contain a hash as well. Pages of others load them. */
export const widgetFolder = 'widget/';

/** The Content-Security-Policy of a widget’s frame, which any page may contain. */
export const framePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  'img-src data:',
  // The recognizer of speech is elsewhere.
  "connect-src 'self' wss: ws:",
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ');

export const assetCacheControl = 'public, max-age=31536000, immutable';
export const pageCacheControl = 'no-cache';
