import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Which suite a test file belongs to, and there to which project: docs/contributing/tests.md. `fast` is `npm
 * test`. The others are `npm run test:deep`, and each has a command of its own.
 */

export const deepProjects = ['routes', 'background', 'console', 'infra', 'programs'] as const;
export type Project = 'fast' | (typeof deepProjects)[number];

/** The files that their folder, or what they start, would put into another project. */
export const named: Readonly<Record<Project, readonly string[]>> = {
  fast: [
    'authority',
    'chat-limits',
    'chats-with-tools',
    'console/build',
    'console/home',
    'console/problems',
    'console/settings',
    'console/styles',
    'console/sums',
    'conversation-filters',
    'custom-llm',
    'docs',
    'dynamodb-rules',
    'erasing-settings',
    'first-chat',
    'functions/agents/remove',
    'functions/clock/apply-retention',
    'functions/clock/restart-tasks',
    'functions/clock/retry-parked',
    'functions/tasks/bill-usage',
    'functions/tasks/deliver-message',
    'functions/tasks/erase-caller',
    'functions/tasks/second-look',
    'functions/tasks/write-export',
    'hidden-prices',
    'integration-health',
    'lib/local/guard',
    'lib/tools/run-tool',
    'lock-file',
    'own-bots',
    'people',
    'people-hostile',
    'placed-calls',
    'projects',
    'quota-headers',
    'races',
    'refusals',
    'search',
    'strangers',
    'structure',
    'suspension',
    'test-organizations',
    'types',
    'updated-after',
    'waiting-requests',
    'webhooks',
    'without-secrets-key',
  ],
  routes: [
    'external-ids',
    'faults',
    'functions/agents/replace',
    'functions/agents/test',
    'functions/api-keys/rotate',
    'functions/audit-records/list',
    'functions/connections/test',
    'functions/connections/verify-domain',
    'functions/conversations/erase',
    'functions/conversations/list',
    'functions/deployments/create',
    'functions/documents/remove',
    'functions/exports/create',
    'functions/hostile',
    'functions/integrations/replace',
    'functions/mcp/call',
    'functions/members/remove',
    'functions/representations',
    'functions/tasks/run-import',
  ],
  background: ['lib/agents/documents', 'lib/local/call-agent', 'lib/local/talk'],
  console: [],
  infra: [],
  programs: ['code-samples', 'examples', 'generators', 'guides', 'required-programs'],
};

/**
 * Files that run in both suites: a few of their cases in the fast one, and a share in the deep project
 * `routes` (support/cases.ts).
 */
export const inBoth: readonly string[] = ['authority-matrix', 'functions/every-route', 'functions/isolation'];

/**
 * Files that match read functions as they are deployed. Most do not, and building each function takes ten
 * times as long as building all in one.
 */
export const readsBundles = /readBundles|support\/stack/;

/**
 * A platform or a browser of its own costs a file seconds, wherever it is, and reading functions as they are
 * deployed costs the time to build each.
 */
const starts: readonly (readonly [RegExp, Project])[] = [
  [readsBundles, 'infra'],
  [/\b(startConsole|consoleTests|operatorTests)\b/, 'console'],
  [/own-platform/, 'background'],
];

/** The most specific folder decides. */
const folders: Readonly<Record<string, Project>> = {
  '': 'background',
  'bench/': 'programs',
  'bin/': 'programs',
  'clients/': 'programs',
  'console/': 'console',
  'functions/': 'fast',
  'lib/': 'fast',
  'lib/infra/': 'infra',
  'lib/upkeep/': 'programs',
};

/** Folders whose files belong together, whatever they start. */
const whole = new Set(['bench/', 'bin/', 'clients/', 'lib/infra/', 'lib/upkeep/']);

const folderOf = (name: string): string | undefined =>
  Object.keys(folders)
    .filter((folder) => (folder ? name.startsWith(folder) : !name.includes('/')))
    .toSorted((one, other) => other.length - one.length)[0];

/** The projects of a test file: `name` is its path below `test`, without the ending. */
export const projectsOf = (name: string, text: string): readonly Project[] => {
  if (inBoth.includes(name)) return ['fast', 'routes'];
  const byName = Object.entries(named).filter(([, names]) => names.includes(name));
  if (byName.length > 0) return byName.map(([project]) => project as Project);
  const folder = folderOf(name);
  if (folder === undefined) {
    throw new Error(
      `test/${name}.test.ts belongs to no project: move it, or add its folder to \`folders\` in test/projects.ts`,
    );
  }
  const started = starts.find(([pattern]) => pattern.test(text))?.[1];
  return [(whole.has(folder) ? undefined : started) ?? (folders[folder] as Project)];
};

export interface TestFile {
  readonly path: string;
  readonly name: string;
  readonly text: string;
  readonly projects: readonly Project[];
}

/** Every test file, with its projects. */
export const testFiles = (): readonly TestFile[] =>
  readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => {
      const name = path.slice(0, -'.test.ts'.length);
      const text = readFileSync(join(import.meta.dirname, path), 'utf8');
      return { path: `test/${path}`, name, text, projects: projectsOf(name, text) };
    });
