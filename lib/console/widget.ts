import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#lib/build/bundles.ts';
import { widgetFolder } from './headers.ts';

const source = join(root, 'clients/widget');

/** The addresses of the widget’s files on the console’s host, which the console names in its snippets. */
export interface WidgetFiles {
  readonly script: string;
  readonly frame: string;
  /** Of the script (Subresource Integrity). */
  readonly integrity: string;
}

/** The part of a page’s code that names no types of browsers. */
interface Microphone {
  readonly workletCode: string;
}

/** Builds the script of the widget as one file. */
export const bundleWidget = async (): Promise<string> => {
  // Imported here, because only a build needs it.
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [join(source, 'src/index.ts')],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
};

/** The code of the audio thread, which a strict policy of a page allows as a file. */
export const workletOfWidget = async (): Promise<string> => {
  const { workletCode } = (await import(join(root, 'clients/voice/src/microphone.ts'))) as Microphone;
  return workletCode;
};

/**
 * Writes the widget’s files below a folder. Their path has the hash of the script, so that a page which names
 * one with its integrity keeps it after an upgrade, and `widget.json` has the path.
 */
export const writeWidget = async (directory: string): Promise<WidgetFiles> => {
  const script = await bundleWidget();
  const worklet = await workletOfWidget();
  const page = await readFile(join(source, 'frame.html'), 'utf8');
  const version = createHash('sha256').update(script).update(worklet).update(page).digest('hex').slice(0, 12);
  const folder = `${widgetFolder}${version}`;
  await mkdir(join(directory, folder), { recursive: true });
  await writeFile(join(directory, folder, 'widget.js'), script);
  await writeFile(join(directory, folder, 'worklet.js'), worklet);
  await writeFile(join(directory, folder, 'frame.html'), page);
  const files: WidgetFiles = {
    script: `/${folder}/widget.js`,
    frame: `/${folder}/frame.html`,
    integrity: `sha384-${createHash('sha384').update(script).digest('base64')}`,
  };
  await writeFile(join(directory, 'widget.json'), JSON.stringify(files));
  return files;
};
