import { isIP } from 'node:net';
import { isPublicAddress } from './addresses.ts';
import { DeliveryError } from './errors.ts';

/**
 * The only address that may be reached without TLS: test servers listen on it when the platform runs on one
 * machine.
 */
const localAddress = (): string | undefined => process.env.LOCAL_DESTINATION;

export const isAllowedAddress = (address: string): boolean =>
  isPublicAddress(address) || (address !== '' && address === localAddress());

const refuse = (reason: string): never => {
  throw new DeliveryError('url_refused', reason);
};

/** Whether a host matches a pattern: its name, or `*.` and the end of its name. */
const matches = (host: string, pattern: string): boolean =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;

/** The host without the brackets of an IPv6 address and without a trailing dot. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/**
 * A destination that a customer named, in its canonical spelling: `URL` converts every notation of an IPv4
 * address to the dotted one. Throws a `DeliveryError` for a refused destination. Names are resolved when the
 * connection is made.
 */
export const destinationOf = (text: string, allowedHosts?: readonly string[]): URL => {
  const url = URL.canParse(text) ? new URL(text) : refuse('The URL is not valid');
  const host = hostOf(url);
  const isLocal = host === localAddress();
  if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:'))
    refuse('The URL must begin with https:');
  if (url.username !== '' || url.password !== '') refuse('The URL must not contain credentials');
  const port = Number(url.port || 443);
  if (port < 1024 && port !== 443) refuse('The port must be 443 or above 1023');
  if (host === '') refuse('The URL has no host');
  if (isIP(host) !== 0 && !isAllowedAddress(host)) {
    throw new DeliveryError('address_refused', 'The address is not one of the public internet');
  }
  if (allowedHosts && !isLocal && !allowedHosts.some((pattern) => matches(host, pattern))) {
    refuse(`The host ${host.slice(0, 100)} is not allowed`);
  }
  return url;
};
