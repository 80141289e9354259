import { BlockList, isIP } from 'node:net';

/*
 * Decides which addresses the platform connects to when a customer names the destination: public ones, and
 * none of this machine, its network or its cloud. The ranges are from IANA's registries of special-purpose
 * addresses (RFC 6890; iana.org/assignments/iana-ipv4-special-registry, …/iana-ipv6-special-registry).
 */

const special4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared, behind carriers
  '127.0.0.0/8', // loopback; on Lambda 127.0.0.1:9001 is the runtime's own interface
  '169.254.0.0/16', // link-local; 169.254.169.254 provides credentials
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // multicast relays
  '192.88.99.0/24', // 6to4 relays, deprecated
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
] as const;

/**
 * The only global unicast range of IPv6. It excludes mapped IPv4, NAT64, loopback, link-local and private
 * addresses.
 */
const global6 = '2000::/3';

const special6 = [
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: contains an IPv4 address
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
] as const;

const listOf = (subnets: readonly string[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = '', prefix] = subnet.split('/');
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
};

const refused4 = listOf(special4, 'ipv4');
const refused6 = listOf(special6, 'ipv6');
const allowed6 = listOf([global6], 'ipv6');

/** Whether an IP address is public. False for a text that is not an address. */
export const isPublicAddress = (address: string): boolean => {
  switch (isIP(address)) {
    case 4:
      return !refused4.check(address, 'ipv4');
    case 6:
      return allowed6.check(address, 'ipv6') && !refused6.check(address, 'ipv6');
    default:
      return false;
  }
};
