import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { conventionsPage } from '#lib/openapi/conventions.ts';
import { openApiText } from '#lib/openapi/document.ts';
import { pythonText } from '#lib/openapi/python.ts';
import { typescriptText } from '#lib/openapi/typescript.ts';
import { guides, guideText } from './guides.ts';

const root = join(import.meta.dirname, '../..');

/** Files that git does not keep, because every build writes them. */
const derived: Readonly<Record<string, () => string>> = {
  'openapi.json': openApiText,
  'clients/typescript/src/generated.ts': typescriptText,
  'clients/python/src/voice_agent_platform/generated.py': pythonText,
};

/** Documents with parts that are generated. */
const pages: Readonly<Record<string, () => string>> = {
  'docs/conventions.md': conventionsPage,
  ...Object.fromEntries(guides.map((guide) => [guide, () => guideText(guide)])),
};

/** Writes each file that has changed, and returns their names. */
const write = async (files: Readonly<Record<string, () => string>>): Promise<string[]> => {
  const written: string[] = [];
  for (const [file, make] of Object.entries(files)) {
    const path = join(root, file);
    const text = make();
    if (text === (await readFile(path, 'utf8').catch(() => undefined))) continue;
    // Another program may read the file meanwhile.
    const partial = `${path}.${process.pid}`;
    await writeFile(partial, text);
    await rename(partial, path);
    written.push(file);
  }
  return written;
};

let writing: Promise<string[]> | undefined;

/**
 * Writes the API's document and the generated part of both clients. Each build asks for them, and a process,
 * whose contract cannot change, writes them once.
 */
export const writeDerivedFiles = (): Promise<string[]> => {
  writing ??= write(derived);
  return writing;
};

/** Writes all that is generated from the contract, with the generated parts of pages. */
export const writeGeneratedFiles = (): Promise<string[]> => write({ ...derived, ...pages });
