import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';

/** The groups of an address of IPv6, of which `::` stands for as many zeros as are missing. */
const groupsOf = (address: string): string[] => {
  const [before = '', after] = address.split('::');
  const first = before === '' ? [] : before.split(':');
  const last = after === undefined || after === '' ? [] : after.split(':');
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last];
};

/**
 * What one visitor has of an address: all of it or, of IPv6, the first 64 bits, because a single line has all
 * others.
 */
export const networkOf = (address: string): string => {
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  return groupsOf(address.toLowerCase())
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
};

/** The name of a visitor in counts. Without the salt, which is kept for a day, no address leads to it. */
export const visitorOf = (address: string, salt: string): string =>
  createHmac('sha256', salt).update(networkOf(address)).digest('base64url').slice(0, 22);
