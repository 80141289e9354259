import { readFileSync } from 'node:fs';

/*
 * The processor time of a run, in units of a loop that the same run has measured: about the same number on a
 * slow machine, on a fast one, and beside other work.
 */

/**
 * The most that `npm test` may cost: 472 s of processor time and a tenth more, at 1.25 ms for a unit. A
 * test that does not fit belongs to a project of the deep suite (test/projects.ts).
 */
export const mostUnits = 415_000;

/** As a test does: objects, text, sorting and hashing, in the proportions of nothing in particular. */
const loop = (): number => {
  let sum = 0;
  for (let round = 0; round < 40; round += 1) {
    const items = Array.from({ length: 60 }, (_, at) => ({
      id: `item_${(at * 7919) % 1009}`,
      count: at,
      tags: [`a${at}`, 'b'],
    }));
    const copy = JSON.parse(JSON.stringify(items)) as typeof items;
    copy.sort((one, other) => (one.id < other.id ? -1 : 1));
    for (const { id, tags } of copy) sum += id.replace(/\d/g, 'x').length + tags.join().length;
  }
  return sum;
};

/** In milliseconds of this thread, or of the process where Node cannot tell. */
const usedMs = (): number => {
  const { user, system } = (process.threadCpuUsage ?? process.cpuUsage).call(process);
  return (user + system) / 1000;
};

const samples: number[] = [];

/** Some kernels count processor time in ticks of several milliseconds, and so many loops take a dozen. */
const loopsOfSample = 32;

/** The first loops are slower, so they are no sample: a short run would have fewer units than a long one. */
export const warmUp = (): void => {
  for (let round = 0; round < 4 * loopsOfSample; round += 1) loop();
};

/** Measures the loop once more. */
export const calibrate = (): void => {
  const from = usedMs();
  for (let round = 0; round < loopsOfSample; round += 1) loop();
  samples.push((usedMs() - from) / loopsOfSample);
};

/** In seconds: of this process and of those it has started that have ended. Only Linux tells. */
export const processorSeconds = (): number | undefined => {
  if (process.platform !== 'linux') return undefined;
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // utime, stime, cutime and cstime, in hundredths.
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / 100;
};

/** The mean, because a sample is a few ticks more or less. */
export const unitMs = (): number => samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
