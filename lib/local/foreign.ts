import type { IncomingMessage } from 'node:http';

/*
 * Every web page that is open on this machine can send requests to its ports, and a page whose name was rebound to 127.0.0.1 can read
 * the answers. Browsers reveal such requests: `Origin` names the page, and `Host` the name that was used to connect.
 */

/** Loopback names and addresses, with any port. */
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/** Why a request is refused; undefined if it is allowed. */
export const foreignness = (
  { headers: { host = '', origin } }: Pick<IncomingMessage, 'headers'>,
  allowedOrigins: readonly string[] = [],
): string | undefined => {
  if (!loopback.test(host)) return 'Use 127.0.0.1 or localhost as the host';
  if (origin === undefined || allowedOrigins.includes('*') || allowedOrigins.includes(origin))
    return undefined;
  return 'Requests from web pages of this origin are refused';
};
