import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * A module of this folder as a script for a page, where its exports are the properties of a global variable.
 */
export const pageScript = async (file: string, globalName: string): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, file)],
    bundle: true,
    format: 'iife',
    globalName,
    write: false,
  });
  return outputFiles[0]?.text ?? '';
};
