import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { setBeforeCalls } from '#lib/store/embedded-dynamodb.ts';
import { startBackground } from './background.ts';
import type { Order, PrintedLine } from './background-thread.ts';
import { untilReadsPass } from './reads.ts';

/* The entry point of the thread that lib/local/background-thread.ts starts. */

if (!parentPort) throw new Error('background-worker.ts must be started as a worker thread');
const port = parentPort;
console.info = (...values) => port.postMessage({ values } satisfies PrintedLine);

try {
  // On Linux, each thread has its own id and priority.
  setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_BELOW_NORMAL);
} catch {
  // On other systems, it competes with requests for the processor.
}

setBeforeCalls(() => untilReadsPass(workerData.reads));
const background = await startBackground(workerData);
port.on('message', async (order: Order) => {
  if (order === 'wake') return background.wake();
  await background.close();
  process.exit();
});
