import { join } from 'node:path';
import { build } from 'esbuild';
import type { Bundle } from '#lib/bundles.ts';
import { bundleOptions, root } from '#lib/bundles.ts';

const known = new Map<string, Promise<Map<string, number>>>();

/** The packages in a bundle, with how many bytes of each. */
export const bundledPackages = ({ entry }: Bundle): Promise<Map<string, number>> => {
  const packages = known.get(entry) ?? packagesOf(entry);
  known.set(entry, packages);
  return packages;
};

const packagesOf = async (entry: string): Promise<Map<string, number>> => {
  const { metafile } = await build({
    ...bundleOptions,
    entryPoints: [join(root, entry)],
    outdir: join(root, 'dist'),
    write: false,
    metafile: true,
  });
  const packages = new Map<string, number>();
  for (const { inputs } of Object.values(metafile.outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
      if (name && bytesInOutput > 0) packages.set(name, (packages.get(name) ?? 0) + bytesInOutput);
    }
  }
  return packages;
};
