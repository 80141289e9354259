/** A partition of AWS. Partitions share nothing. */
interface Partition {
  readonly name: string;
  /** The end of the names of its services. */
  readonly domain: string;
}

const usual: Partition = { name: 'aws', domain: 'amazonaws.com' };

/** The partitions that a region names by its beginning. */
const others: readonly (Partition & { readonly regions: string })[] = [
  { regions: 'cn-', name: 'aws-cn', domain: 'amazonaws.com.cn' },
  { regions: 'us-gov-', name: 'aws-us-gov', domain: 'amazonaws.com' },
  { regions: 'eusc-', name: 'aws-eusc', domain: 'amazonaws.eu' },
];

export const partitionOf = (region = ''): Partition =>
  others.find(({ regions }) => region.startsWith(regions)) ?? usual;

/** The host of a service in a region. */
export const awsHost = (service: string, region: string): string =>
  `${service}.${region}.${partitionOf(region).domain}`;
