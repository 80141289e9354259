import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';
import { entriesIn, entriesOf, released } from '#lib/build/changes.ts';

const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
const files = globSync('changes/*.md', { cwd: root }).toSorted();
const fragments = files.flatMap((file) =>
  entriesOf(file, readFileSync(join(root, file), 'utf8')).map((entry) => ({ file, ...entry })),
);
const entries = [...entriesIn(changelog), ...fragments];
const wordsOf = (text: string): number => text.split(/\s+/).length;

test('an upgrader reads at most 1,500 words, and no entry twice', () => {
  const texts = entries.map(({ text }) => text);
  expect(wordsOf(texts.join(' '))).toBeLessThanOrEqual(1500);
  expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
});

test.for(fragments)('an entry of $file is one to three sentences', ({ text }) => {
  expect(wordsOf(text)).toBeLessThanOrEqual(100);
  expect(text).toMatch(/[.!?)]$/);
});

test('a fragment says under which heading it belongs, and is one paragraph', () => {
  const entry = { heading: 'Added', text: 'One thing is new.' };
  expect(entriesOf('f', 'Added\n\nOne thing\nis new.\n')).toEqual([entry]);
  expect(entriesOf('f', 'Added\n- One thing\n  is new.\n- One thing is new.')).toEqual([entry, entry]);
  expect(() => entriesOf('changes/f.md', 'New\n\nOne thing.')).toThrow(
    'changes/f.md: the first line must be one of',
  );
  expect(() => entriesOf('f', 'Added\n')).toThrow('say what has changed');
  expect(() => entriesOf('f', 'Added\n\nOne.\n\nTwo.')).toThrow('one paragraph');
});

test('a release has all entries under its version, by heading, and leaves nothing unreleased', () => {
  const before =
    '# Changelog\n\n## Unreleased\n\n### Fixed\n\n- An old\n  fault.\n\n## 0.1.0 (2026-01-01)\n\nFirst.\n';
  const all = [...entriesIn(before), ...entriesOf('f', `Breaking\n${'word '.repeat(40)}.`)];
  const after = released(before, all, '0.2.0', '2026-02-01');
  expect(entriesIn(after)).toEqual([]);
  expect(after).toMatch(/## Unreleased\n\n## 0\.2\.0 \(2026-02-01\)\n\n### Breaking\n\n- word/);
  expect(after).toContain('### Fixed\n\n- An old fault.\n\n## 0.1.0 (2026-01-01)\n\nFirst.\n');
  expect(after.split('\n').every((line) => line.length <= 110)).toBe(true);
});
