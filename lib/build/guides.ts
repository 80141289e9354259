import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The guides, as paths from the project's folder. */
export const guides = globSync('docs/guides/*.md', { cwd: root }).sort();

const samples = join(root, 'docs/guides/samples');

/** A sample, or the part of it between `region name` and `endregion` in comments. */
const sampleOf = (source: string): string => {
  const [file = '', region] = source.split('#');
  const text = readFileSync(join(samples, file), 'utf8').replaceAll('\r\n', '\n');
  if (region === undefined) return text;
  const regions = text.matchAll(/^(?:#|\/\/) region (\S+)\n([\s\S]*?)^(?:#|\/\/) endregion$/gm);
  const part = regions.find(([, name]) => name === region)?.[2];
  if (part === undefined) throw new Error(`${file} has no region ${region}`);
  return part;
};

/**
 * A guide with its samples. A block of code names its sample after its language:
 * `sh first-calls/commands.sh#setup`.
 */
export const guideText = (guide: string): string =>
  readFileSync(join(root, guide), 'utf8').replace(
    /^```(\w+) (\S+\.\S+)\n[\s\S]*?^```$/gm,
    (_, language, source) => `\`\`\`${language} ${source}\n${sampleOf(source)}\`\`\``,
  );
