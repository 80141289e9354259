import { localModel } from '#lib/local/model.ts';
import { readOptions } from '#lib/upkeep/program.ts';
import { readDialogues } from './dialogues.ts';
import { extract } from './extract.ts';
import type { Case } from './figures.ts';
import { figuresOf } from './figures.ts';
import { questionsOf } from './questions.ts';

const values = readOptions(
  'bench:judge',
  'Measures how well a model extracts values: those of the Schema-Guided Dialogue dataset are known.',
  {
    dialogues: {
      type: 'string',
      default: '',
      value: 'path',
      help: 'folder of a split of the dataset, or a file with a converted dialogue in each line (.jsonl, .jsonl.gz)',
    },
    'model-url': {
      type: 'string',
      default: process.env.MODEL_URL ?? '',
      value: 'URL',
      help: 'OpenAI-compatible endpoint (MODEL_URL); MODEL_API_KEY is its key',
    },
    model: { type: 'string', default: '', value: 'name', help: 'model of that endpoint' },
    sample: {
      type: 'string',
      default: '200',
      value: 'number',
      help: 'number of dialogues, spread evenly over all (200)',
    },
  },
);

const repetitions = 3;

const giveUp = (sentence: string): never => {
  console.error(sentence);
  process.exit(1);
};

/** Returns the result of a step, or prints the reason for its failure and ends the program. */
const orGiveUp = <T>(step: () => T): T => {
  try {
    return step();
  } catch (error) {
    return giveUp(error instanceof Error ? error.message : String(error));
  }
};

const sample = Number(values.sample);
if (!Number.isInteger(sample) || sample < 1) giveUp('--sample must be a whole number of at least 1.');
if (!values.dialogues) giveUp('--dialogues must be a split of the Schema-Guided Dialogue dataset.');
const model = orGiveUp(() =>
  localModel(values['model-url'], values.model ? [values.model] : [], process.env.MODEL_API_KEY),
);
if (!model)
  giveUp(
    '--model-url and --model must name a model, such as --model-url http://127.0.0.1:11434/v1 --model llama3.2',
  );
process.env.MODEL_SETTINGS = JSON.stringify(model?.settings);

const dialogues = orGiveUp(() => readDialogues(values.dialogues)).filter(({ calls }) => calls.length > 0);
if (dialogues.length === 0) giveUp(`${values.dialogues} has no dialogue in which a service is called.`);
const count = Math.min(sample, dialogues.length);
const chosen = Array.from({ length: count }, (_, at) => Math.floor((at * dialogues.length) / count));
const ask = questionsOf(dialogues);
const questions = dialogues.filter((_, at) => chosen.includes(at)).flatMap(ask);

const cases: Case[] = [];
let unanswered = 0;
for (const question of questions) {
  const answers = await Promise.all(Array.from({ length: repetitions }, () => extract(question)));
  const given = answers.filter((answer) => answer !== undefined);
  // A case counts with all its repetitions.
  if (given.length < repetitions) {
    unanswered += 1;
    continue;
  }
  const { service, fields, truth } = question;
  for (const field of fields) {
    const found = given.map((answer) => answer.get(field.name) ?? null);
    cases.push({ service, field, truth: truth[field.name], found });
  }
}
if (cases.length === 0) giveUp(`${values.model} did not answer.`);

const percent = (share: number | null): string => (share === null ? '-' : `${(share * 100).toFixed(1)} %`);
const rows = figuresOf(cases).map(({ slot, type, given, exactMatch, absent, leftNull, kappa, flips }) => [
  ...[slot, type, String(given), percent(exactMatch), String(absent), percent(leftNull)],
  ...[kappa === null ? '-' : kappa.toFixed(2), percent(flips)],
]);
const table = [['slot', 'type', 'given', 'exact match', 'not given', 'left null', 'κ', 'flips'], ...rows];
const widthOf = (column: number): number => Math.max(...table.map((row) => row[column]?.length ?? 0));
console.log(
  `${values.model}, ${count} of ${dialogues.length} dialogues, ${repetitions} repetitions, ${new Date().toISOString().slice(0, 10)}\n`,
);
for (const row of table) {
  const cells = row.map((cell, at) => (at < 2 ? cell.padEnd(widthOf(at)) : cell.padStart(widthOf(at))));
  console.log(cells.join('  ').trimEnd());
}
if (unanswered > 0) {
  console.log(`\n${unanswered} of ${questions.length} extractions failed and are not counted.`);
  process.exitCode = 1;
}
