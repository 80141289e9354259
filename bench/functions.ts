import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Bundle } from '#lib/build/bundles.ts';
import { buildBundles, root } from '#lib/build/bundles.ts';
import type { MeasuredGroup } from './figure.ts';
import { figure, median, quantile } from './figure.ts';

const environment = { ...process.env, AWS_REGION: 'us-east-1', TABLE_NAME: 'table', BUCKET_NAME: 'bucket' };

/**
 * Processor time of a new process until it has loaded a bundle: other processes on the machine do not count.
 */
export const load = ({ directory }: Pick<Bundle, 'directory'>): number => {
  const program = `const before = process.cpuUsage();
require(${JSON.stringify(join(root, directory, 'index.cjs'))});
const { user, system } = process.cpuUsage(before);
process.stdout.write(String((user + system) / 1000));`;
  return Number(execFileSync(process.execPath, ['-e', program], { env: environment }));
};

export const measure = async (size: number): Promise<MeasuredGroup> => {
  const bundles = await buildBundles();
  const rounds = size < 10_000 ? 1 : 7;
  const starts = bundles.map((bundle) => ({
    ...bundle,
    ms: median(Array.from({ length: rounds }, () => load(bundle))),
  }));
  const slowest = starts.reduce((most, one) => (one.ms > most.ms ? one : most));
  const largest = starts.reduce((most, one) => (one.bytes > most.bytes ? one : most));
  const kilobytes = (bytes: number): number => Math.round(bytes / 1000);
  const times = starts.map(({ ms }) => ms);
  return {
    figures: [
      figure(
        `Cold start of ${starts.length} functions: milliseconds of processor time to load the bundle, median, 95th percentile and slowest`,
        `${Math.round(median(times))}, ${Math.round(quantile(times, 0.95))}, ${Math.round(slowest.ms)} (\`${slowest.id}\`)`,
      ),
      figure(
        'Size of a bundle in KB: median and largest',
        `${kilobytes(median(starts.map(({ bytes }) => bytes)))}, ${kilobytes(largest.bytes)} (\`${largest.id}\`)`,
      ),
    ],
  };
};
