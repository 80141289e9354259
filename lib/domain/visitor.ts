import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';

/** The eight groups of an IPv6 address. `::` stands for as many zeros as are missing. */
const groupsOf = (address: string): string[] => {
  const [before = '', after] = address.split('::');
  const first = before === '' ? [] : before.split(':');
  const last = after === undefined || after === '' ? [] : after.split(':');
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last];
};

/**
 * The addresses of one visitor: a single one or, in IPv6, all that share the first 56 bits, because a line at
 * home has as many.
 */
export const networkOf = (address: string): string => {
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [first, second, third, fourth = '0'] = groupsOf(address.toLowerCase()).map((group) =>
    Number.parseInt(group, 16),
  );
  return [first, second, third, Number(fourth) & 0xff00].map((group) => group?.toString(16)).join(':');
};

/** The name of a visitor in counts. Without the salt, which is kept for a day, no address leads to it. */
export const visitorOf = (address: string, salt: string): string =>
  createHmac('sha256', salt).update(networkOf(address)).digest('base64url').slice(0, 22);
