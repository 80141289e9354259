import { parseArgs } from 'node:util';
import { explainErrors } from './explain-errors.ts';
import { tableOptions, useTable } from './which-table.ts';

/** An option as `parseArgs` reads it, and how `--help` describes it. */
interface Option {
  readonly type: 'string' | 'boolean';
  /** An option that is on by default is turned off with `--no-` before its name. */
  readonly default: string | boolean;
  /** The name of its value, such as `name` in `--table <name>`. */
  readonly value?: string;
  readonly help: string;
}

type Options = Readonly<Record<string, Option>>;

/** Each option has a default, so all values are there. */
type Values<O extends Options> = {
  readonly [N in keyof O]: O[N]['type'] extends 'string' ? string : boolean;
};

const helpOption = { help: { type: 'boolean', default: false, help: 'show these options' } } as const;

const usageOf = (script: string, purpose: string, options: Options): string => {
  const described = Object.entries(options).map(([name, option]) => {
    const flag = `--${option.default === true ? 'no-' : ''}${name}${option.value ? ` <${option.value}>` : ''}`;
    return { flag, help: option.help };
  });
  const width = Math.max(...described.map(({ flag }) => flag.length)) + 3;
  const lines = described.map(({ flag, help }) => `  ${flag.padEnd(width)}${help}`);
  return [`npm run ${script} -- [options]`, '', purpose, '', ...lines].join('\n');
};

/**
 * The options of a program. With `--help` or an unknown option, the program ends with a description of its
 * options.
 */
export const readOptions = <const O extends Options>(script: string, purpose: string, own: O): Values<O> => {
  const options: Options = { ...own, ...helpOption };
  const usage = usageOf(script, purpose, options);
  const parse = () => {
    try {
      return parseArgs({ options, allowNegative: true }).values as unknown;
    } catch (error) {
      console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
      process.exit(1);
    }
  };
  const values = parse() as Values<O> & Values<typeof helpOption>;
  if (values.help) {
    console.log(usage);
    process.exit(0);
  }
  return values;
};

/** Starts an upkeep program: reads its options and points the process at the table. */
export const startProgram = <const O extends Options>(
  script: string,
  purpose: string,
  own: O,
): Values<O & typeof tableOptions> => {
  explainErrors();
  const values = readOptions(script, purpose, { ...tableOptions, ...own }) as Values<
    O & typeof tableOptions
  > &
    Values<typeof tableOptions>;
  useTable(script, values);
  // No caller waits, and a page of a scan takes longer than a request may.
  process.env.CALL_TIMEOUT_MS ??= '30000';
  return values;
};
