/*
 * The changelog is written in fragments, so that two changes never meet in one file: changes/<name>.md, whose
 * first line is the heading that it belongs under. A release merges them.
 */

export const headings = ['Before you upgrade', 'Breaking', 'Added', 'Changed', 'Fixed'] as const;
export type Heading = (typeof headings)[number];

/** A change that integrators or operators will notice. */
export interface Entry {
  readonly heading: Heading;
  /** In one line. */
  readonly text: string;
}

const unreleased = '## Unreleased';
const width = 110;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const isHeading = (text: string): text is Heading => headings.includes(text as Heading);

/** The entries of a fragment: one without a bullet, or one for each. */
export const entriesOf = (file: string, fragment: string): Entry[] => {
  const [first = '', ...rest] = fragment.trim().split('\n');
  const heading = first.trim();
  if (!isHeading(heading)) {
    throw new Error(`${file}: the first line must be one of ${headings.join(', ')}`);
  }
  const texts = rest
    .join('\n')
    .split(/^- /m)
    .map((text) => text.trim())
    .filter((text) => text !== '');
  if (texts.length === 0) throw new Error(`${file}: the lines after the heading say what has changed`);
  if (texts.some((text) => /\n\s*\n|^#/m.test(text))) {
    throw new Error(`${file}: each entry is one paragraph, without headings`);
  }
  return texts.map((text) => ({ heading, text: oneLine(text) }));
};

/** The text between two headings of the changelog: before, in and after what is not released yet. */
const partsOf = (changelog: string): readonly [before: string, inside: string, after: string] => {
  const start = changelog.indexOf(`${unreleased}\n`);
  if (start < 0) throw new Error(`CHANGELOG.md has no heading “${unreleased}”`);
  const from = start + unreleased.length + 1;
  const end = changelog.indexOf('\n## ', from);
  const to = end < 0 ? changelog.length : end + 1;
  return [changelog.slice(0, start), changelog.slice(from, to), changelog.slice(to)];
};

/** The entries that the changelog has without fragments. */
export const entriesIn = (changelog: string): Entry[] =>
  partsOf(changelog)[1]
    .split(/^### /m)
    .slice(1)
    .flatMap((section) => {
      const [heading = '', ...lines] = section.split('\n');
      if (!isHeading(heading)) throw new Error(`CHANGELOG.md has another heading: “${heading}”`);
      const texts = lines.join('\n').split(/^- /m).map(oneLine);
      return texts.filter((text) => text !== '').map((text) => ({ heading, text }));
    });

const wrapped = (text: string): string => {
  const lines: string[] = [];
  let line = '-';
  for (const word of text.split(' ')) {
    if (`${line} ${word}`.length > width) {
      lines.push(line);
      line = ` `;
    }
    line = `${line} ${word}`;
  }
  return [...lines, line].join('\n');
};

/** The changelog with the entries under the heading of a release, and nothing that is not released. */
export const released = (
  changelog: string,
  entries: readonly Entry[],
  version: string,
  date: string,
): string => {
  const [before, , after] = partsOf(changelog);
  const sections = headings.flatMap((heading) => {
    const texts = entries.filter((entry) => entry.heading === heading).map(({ text }) => wrapped(text));
    return texts.length > 0 ? [`### ${heading}\n\n${texts.join('\n')}`] : [];
  });
  return `${before}${unreleased}\n\n## ${version} (${date})\n\n${sections.join('\n\n')}\n\n${after}`;
};
