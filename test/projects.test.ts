import { expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { deepProjects, inBoth, named, projectsOf, testFiles } from './projects.ts';
import { few, inTurns, level } from './support/cases.ts';

const files = testFiles();
const names = new Set(files.map(({ name }) => name));

test('Each test file is in exactly one project, except those of which both suites run some cases', () => {
  const several = files.filter(({ projects }) => projects.length !== 1).map(({ name }) => name);
  expect(several.toSorted()).toEqual([...inBoth].toSorted());
  expect(files.filter(({ name }) => inBoth.includes(name)).map(({ projects }) => projects)).toEqual(
    inBoth.map(() => ['fast', 'routes']),
  );
});

test('Every file that is named in test/projects.ts exists, and is named there once', () => {
  const all = [...Object.values(named).flat(), ...inBoth];
  expect(all.filter((name) => !names.has(name))).toEqual([]);
  expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([]);
});

test('No file is named whose folder says the same', () => {
  const byItself = (name: string): boolean => {
    const [file] = files.filter((one) => one.name === name);
    // Under a name that is in no list, with what it starts.
    return projectsOf(`${name}-other`, file?.text ?? '')[0] === file?.projects[0];
  };
  expect(Object.values(named).flat().filter(byItself)).toEqual([]);
});

test('A file in a folder without a project is refused, with what to do', () => {
  expect(() => projectsOf('elsewhere/some', '')).toThrow('add its folder to `folders` in test/projects.ts');
});

test('What a new file starts decides, where nobody has named it', () => {
  expect(projectsOf('functions/agents/new', '')).toEqual(['fast']);
  expect(projectsOf('functions/agents/new', "from '../../support/own-platform.ts'")).toEqual(['background']);
  expect(projectsOf('new', '')).toEqual(['background']);
  expect(projectsOf('console/new', '')).toEqual(['console']);
});

test('Every project has a command', () => {
  const { scripts } = packageJson;
  expect(scripts.test).toContain('--project=fast');
  for (const project of deepProjects) {
    expect(scripts[`test:${project}`]).toContain(`--project=${project}`);
    expect(scripts['test:deep']).toContain(`--project=${project}`);
  }
});

test('A few cases are every twelfth, and at least one', () => {
  // This file is in the fast suite; with EVERY_CASE=1 all run there as well.
  const count = level === 'few' ? { of24: 2, of3: 1 } : { of24: 24, of3: 3 };
  const of = (length: number) => Array.from({ length }, (_, at) => at);
  expect(few(of(24))).toHaveLength(count.of24);
  const turns = inTurns(4);
  for (let turn = 0; turn < 12; turn += 1) {
    expect(few(of(3))).toHaveLength(count.of3);
    expect(turns(of(3)).length).toBeGreaterThan(0);
  }
  expect(few([])).toEqual([]);
});
