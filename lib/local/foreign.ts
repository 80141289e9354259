import type { IncomingMessage } from 'node:http';

/*
 * Any web page that is open on this machine can send requests to its ports, and a page whose name was rebound
 * to 127.0.0.1 can read the answers. Browsers reveal such requests: `Origin` names the page, and `Host` the
 * name that was used to connect.
 */

/** Loopback names and addresses, with any port. */
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/** The reason for refusing a request that was sent to this host; undefined if it is allowed. */
export const foreignHost = (
  { headers: { host = '' } }: Pick<IncomingMessage, 'headers'>,
  publicHost?: string,
): string | undefined => {
  if (loopback.test(host) || host.toLowerCase() === publicHost) return undefined;
  return `Use ${publicHost ?? '127.0.0.1'} or localhost as the host`;
};

/**
 * The reason for refusing a request because of its host or the page that sends it; undefined if it is
 * allowed.
 */
export const foreignness = (
  request: Pick<IncomingMessage, 'headers'>,
  allowedOrigins: readonly string[] = [],
): string | undefined => {
  const foreign = foreignHost(request);
  if (foreign) return foreign;
  const { origin } = request.headers;
  if (origin === undefined || allowedOrigins.includes('*') || allowedOrigins.includes(origin))
    return undefined;
  return 'Requests from web pages of this origin are refused';
};
