import type { AnalysisField } from '#lib/contract/analyzers.ts';
import { typedValue } from '#lib/domain/analysis/checks.ts';
import type { Dialogue } from './dialogues.ts';

/** A service that a dialogue uses, with the slots to extract. */
export interface Question {
  readonly turns: Dialogue['turns'];
  readonly service: string;
  readonly fields: readonly AnalysisField[];
  /** The true values by slot; null for a slot that no call of the dialogue has. */
  readonly truth: Readonly<Record<string, unknown>>;
}

type Kind = Pick<AnalysisField, 'type' | 'values'> & {
  /** For the model. */
  readonly form: string;
};

/**
 * A slot with at most so many values, each of which is used so often on average, is taken to have no others.
 */
const mostValues = 10;
const usesOfValue = 10;

/** The type of a slot, by all that it is used with. */
const kindOf = (used: readonly string[]): Kind => {
  const values = [...new Set(used)].sort();
  const all = (form: RegExp) => values.every((value) => form.test(value));
  if (all(/^(True|False)$/)) return { type: 'boolean', values: [], form: '' };
  if (all(/^\d+$/)) return { type: 'integer', values: [], form: '' };
  // The day on which all dialogues of the dataset take place.
  if (all(/^\d{4}-\d{2}-\d{2}$/)) return { type: 'date', values: [], form: ' Today is 2019-03-01.' };
  if (all(/^\d{2}:\d{2}$/)) return { type: 'text', values: [], form: ' As HH:MM, by a clock of 24 hours.' };
  return values.length <= mostValues && used.length >= usesOfValue * values.length
    ? { type: 'enum', values, form: '' }
    : { type: 'text', values: [], form: '' };
};

const fieldOf = (slot: string, methods: readonly string[], { type, values, form }: Kind): AnalysisField => ({
  name: slot,
  type,
  description: `“${slot.replaceAll('_', ' ')}” for ${methods.join(' or ')}, as the customer last asked for or agreed to. Null if the customer named none.${form}`,
  values,
  pattern: null,
  required: false,
  labels: false,
});

const trueValue = (field: AnalysisField, argument: string | undefined): unknown =>
  argument === undefined
    ? null
    : typedValue(field, field.type === 'boolean' ? argument.toLowerCase() : argument);

const added = <V>(lists: Map<string, V[]>, key: string, values: readonly V[]): void => {
  const list = lists.get(key) ?? [];
  list.push(...values);
  lists.set(key, list);
};

/**
 * Asks about dialogues: for the slots of the methods that are called in each of them. The truth of a slot is
 * its argument in the last call that has it. Types and slots of methods are known by all calls of the
 * dataset.
 */
export const questionsOf = (
  dialogues: readonly Dialogue[],
): ((dialogue: Dialogue) => readonly Question[]) => {
  const slots = new Map<string, string[]>();
  const used = new Map<string, string[]>();
  for (const { service, name, arguments: given } of dialogues.flatMap(({ calls }) => calls)) {
    added(slots, `${service}.${name}`, Object.keys(given));
    for (const [slot, value] of Object.entries(given)) added(used, `${service}.${slot}`, [value]);
  }
  return ({ turns, calls }) =>
    [...new Set(calls.map(({ service }) => service))].map((service) => {
      const ofService = calls.filter((call) => call.service === service);
      const methods = [...new Set(ofService.map(({ name }) => name))];
      const asked = new Set(methods.flatMap((name) => slots.get(`${service}.${name}`) ?? []));
      const last: Readonly<Record<string, string>> = Object.assign(
        {},
        ...ofService.map((call) => call.arguments),
      );
      const fields = [...asked].map((slot) =>
        fieldOf(slot, methods, kindOf(used.get(`${service}.${slot}`) ?? [])),
      );
      const truth = Object.fromEntries(
        fields.map((field) => [field.name, trueValue(field, last[field.name])]),
      );
      return { turns, service, fields, truth };
    });
};
