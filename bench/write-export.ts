import { writeExport } from '#lib/data/exports/write-files.ts';

/* Writes the files of an export, in a process of its own: node bench/write-export.ts <id>. For `bench/exports.ts`. */

const started = performance.now();
await writeExport(process.argv[2] ?? '', () => true);
console.log(
  JSON.stringify({
    seconds: Math.round((performance.now() - started) / 100) / 10,
    peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  }),
);
