import { join } from 'node:path';
import { root } from '#lib/build/bundles.ts';

/** The sheets of pictures, with a README that lists them. */
export const sheets = join(root, 'dist/pictures/pages');

/** The name of a view, as files have it. */
export const fileName = (name: string): string => name.replaceAll(/\W+/g, '-');

/** The section of a page in the README: its sheet, and the sheet of its states, whose text names them all. */
export const sectionOf = (page: string, states: readonly string[]): string => `
## ${page.replace(/^./, (first) => first.toUpperCase())}

![${page}](${fileName(page)}.webp)
${states.length > 0 ? `\n![${page}: ${states.join(', ')}](${fileName(page)}-states.webp)\n` : ''}`;
