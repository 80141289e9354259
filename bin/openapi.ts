import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { guides, guideText } from '#lib/build/guides.ts';
import { conventionsPage } from '#lib/openapi/conventions.ts';
import { openApiText } from '#lib/openapi/document.ts';
import { pythonText } from '#lib/openapi/python.ts';
import { typescriptText } from '#lib/openapi/typescript.ts';

const root = join(import.meta.dirname, '..');
const files: Readonly<Record<string, () => string>> = {
  'docs/conventions.md': conventionsPage,
  'openapi.json': openApiText,
  'clients/typescript/src/generated.ts': typescriptText,
  'clients/python/src/voice_agent_platform/generated.py': pythonText,
  ...Object.fromEntries(guides.map((guide) => [guide, () => guideText(guide)])),
};

for (const [file, make] of Object.entries(files)) {
  await writeFile(join(root, file), make());
  console.log(`Wrote ${file}`);
}
