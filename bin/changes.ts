import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { entriesIn, entriesOf, headings, released } from '#lib/build/changes.ts';

const { values } = parseArgs({ options: { release: { type: 'string' } } });

const files = globSync('changes/*.md').toSorted();
const changelog = readFileSync('CHANGELOG.md', 'utf8');
const entries = [
  ...entriesIn(changelog),
  ...files.flatMap((file) => entriesOf(file, readFileSync(file, 'utf8'))),
];

if (values.release === undefined) {
  for (const heading of headings) {
    console.log(`\n${heading}`);
    for (const { text } of entries.filter((entry) => entry.heading === heading)) console.log(`- ${text}`);
  }
} else {
  const today = new Date().toISOString().slice(0, 10);
  writeFileSync('CHANGELOG.md', released(changelog, entries, values.release, today));
  for (const file of files) rmSync(file);
  console.log(`CHANGELOG.md has ${entries.length} entries under ${values.release}`);
}
