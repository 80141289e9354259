import { writeGeneratedFiles } from '#lib/build/generated-files.ts';

for (const file of await writeGeneratedFiles()) console.log(`Wrote ${file}`);
