import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openApiText } from '#lib/openapi.ts';

const file = join(import.meta.dirname, '..', 'openapi.json');
await writeFile(file, openApiText());
console.log(`Wrote ${file}`);
