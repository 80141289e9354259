import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#lib/build/bundles.ts';

/** The sheets of pictures, with a README that lists them. */
export const sheets = join(root, 'docs/console/pages');

/** The name of a view, as files have it. */
export const fileName = (name: string): string => name.replaceAll(/\W+/g, '-');

/** The section of a page in the README: its sheet, and the sheet of its states, whose text names them all. */
export const sectionOf = (page: string, states: readonly string[]): string => `
## ${page.replace(/^./, (first) => first.toUpperCase())}

![${page}](${fileName(page)}.webp)
${states.length > 0 ? `\n![${page}: ${states.join(', ')}](${fileName(page)}-states.webp)\n` : ''}`;

/** The views whose pictures are in the documentation, and the files of these pictures. */
export const documentedSheets = async () => {
  const readme = await readFile(join(sheets, 'README.md'), 'utf8');
  const images = [...readme.matchAll(/^!\[([^:\]]+)(?:: (.+))?\]\((.+)\)$/gm)].map(
    ([, page = '', states, file = '']) => ({ page, states, file }),
  );
  return {
    views: images.flatMap(({ page, states }) =>
      states
        ? states.split(', ').map((state) => ({ page, name: `${page}, ${state}` }))
        : [{ page, name: page }],
    ),
    listed: images.map(({ file }) => file).sort(),
    files: (await readdir(sheets)).filter((file) => file !== 'README.md').sort(),
  };
};
