import type { IncomingMessage } from 'node:http';

/*
 * Every web page that is open on this machine can send requests to its ports, and a page whose name was rebound to 127.0.0.1 can read
 * the answers. A browser says where a request comes from: `Origin` names the page, `Host` the name by which it was reached.
 */

/** The address of this machine to itself, with any port. */
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/** Why a request may not be answered; undefined if it may. */
export const foreignness = (
  { headers: { host = '', origin } }: Pick<IncomingMessage, 'headers'>,
  allowedOrigins: readonly string[] = [],
): string | undefined => {
  if (!loopback.test(host)) return 'Requests are answered under 127.0.0.1 and localhost only';
  if (origin === undefined || allowedOrigins.includes('*') || allowedOrigins.includes(origin))
    return undefined;
  return 'Requests of web pages of this origin are not answered';
};
