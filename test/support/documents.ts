import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#lib/build/bundles.ts';

/** All Markdown of the project, without what packages bring. */
export const documents = globSync(['*.md', 'bench/*.md', 'clients/**/*.md', 'docs/**/*.md'], {
  cwd: root,
  exclude: (path) => path.includes('node_modules'),
})
  .map((file) => file.replaceAll('\\', '/'))
  .sort();

/** A file of the project. */
export const read = (file: string): string => readFileSync(join(root, file), 'utf8');
