import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/*
 * The lock file determines which code runs (docs/decisions/install.md).
 */

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly inBundle?: boolean;
  readonly optional?: boolean;
  /** A workspace of this repository, rather than a package of the registry. */
  readonly link?: boolean;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Locked>;
};
const locked = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);

/** Binaries for other platforms that could not be read when they were locked. */
const unread =
  /^node_modules\/(@biomejs\/cli|@dynoxide\/(darwin|linux-arm64|win32)|@duckdb\/node-bindings-(darwin|linux-arm64|win32))/;

test('every package is locked with its integrity', () => {
  const without = locked.filter(([, { integrity, inBundle }]) => !integrity && !inBundle);
  const others = without.filter(([path, { optional }]) => !(optional && unread.test(path)));
  expect(others.map(([path]) => path)).toEqual([]);
  expect(locked.length).toBeGreaterThan(300);
});

test('no package runs anything while it is installed, and none names a registry', () => {
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m);
  expect(locked.filter(([, { resolved }]) => resolved).map(([path]) => path)).toEqual([]);
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  // They would be left out as well.
  const pre = Object.keys(scripts).filter(
    (name) => /^(pre|post)/.test(name) && name.replace(/^(pre|post)/, '') in scripts,
  );
  expect(pre).toEqual([]);
});

test('the Node that the scripts run on is one of those that are locked', () => {
  const binaries = locked.filter(([path]) => /^node_modules\/node-(bin-)?(darwin|linux|win)-/.test(path));
  expect(binaries).toHaveLength(5);
  for (const [, { version, integrity, optional }] of binaries) {
    expect([version?.split('.')[0], Boolean(integrity), optional]).toEqual(['24', true, true]);
  }
  expect(Number(process.versions.node.split('.')[0])).toBeGreaterThanOrEqual(22);
});

test('every action of a workflow is pinned to a commit, because a tag can be moved', () => {
  const folder = '.github/workflows';
  const used = readdirSync(folder).flatMap((file) =>
    [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/uses: (.+)/g)].map(([, action = '']) => action),
  );
  expect(used.length).toBeGreaterThan(5);
  expect(used.filter((action) => !/^(\.\/|[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$)/.test(action))).toEqual([]);
});
