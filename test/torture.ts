import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOptions } from '#lib/upkeep/program.ts';
import { torture } from './support/torture.ts';

const values = readOptions(
  'torture',
  'Kills a platform on this machine under load, again and again, and looks each time whether anything that it acknowledged is gone, there twice, or out of step.',
  {
    rounds: { type: 'string', default: '100', value: 'number', help: 'kills (100)' },
    seed: {
      type: 'string',
      default: String(randomInt(2 ** 31)),
      value: 'number',
      help: 'of an earlier run, to repeat it',
    },
  },
);
const [rounds, seed] = [Number(values.rounds), Number(values.seed)];

const directory = await mkdtemp(join(tmpdir(), 'torture-'));
console.log(`${rounds} rounds with --seed ${seed}, in ${directory}`);

let [acknowledged, underWay, done, entities, found] = [0, 0, 0, 0, 0];
let began = performance.now();
for await (const told of torture({ directory, rounds, seed })) {
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  began = performance.now();
  console.log(
    `${String(told.round).padStart(5)}: killed ${told.withDynamoDb ? 'with its DynamoDB ' : ''}after ${told.acknowledged} writes; ` +
      `${told.underWay} were under way, ${told.done} of them done; ${told.findings.length} findings; ${seconds} s`,
  );
  for (const finding of told.findings) console.log(`       ${finding}`);
  acknowledged += told.acknowledged;
  underWay += told.underWay;
  done += told.done;
  entities = told.entities;
  found += told.findings.length;
}

console.log(`
${rounds} kills, ${acknowledged} writes acknowledged, ${entities} entities made of them. ${underWay} writes were under way,
${done} of which had been done; all of them were sent again.
${found === 0 ? 'Nothing that was acknowledged is gone, nothing is there twice, and the table agrees with itself.' : `${found} findings. To repeat it: npm run torture -- --rounds ${rounds} --seed ${seed}`}`);
if (found === 0) await rm(directory, { recursive: true, force: true });
process.exitCode = found === 0 ? 0 : 1;
