import { createContext, Script } from 'node:vm';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker';
import type { Variables } from '#lib/domain/agents/variables.ts';
import { fill, missingIn } from '#lib/domain/agents/variables.ts';
import { visibleParameters, withoutBound } from '#lib/model/offered-tools.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Values by the name of the argument that the platform sets. */
export type Bind = Readonly<Record<string, string>>;

const validator = new CfWorkerJsonSchemaValidator();

/** The longest validation, in milliseconds: far longer than a first one in a new function. */
const validationMs = 500;
const validation = new Script('validate()');

/**
 * Ends a validation that takes too long: a caller chooses the words, and some patterns take twice as long for
 * each further character. Only a script can be ended, so one calls the function.
 */
const inTime = <T>(validate: () => T): T =>
  validation.runInContext(createContext({ validate }), { timeout: validationMs }) as T;

/** The error is of the script's own realm, so it is no instance of this one's `Error`. */
const isTimeout = (error: unknown): boolean =>
  (error as { readonly code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';

/** The reason that the arguments do not match the schema; undefined if they do. */
const faultOf = (parameters: Fields, given: Fields): string | undefined => {
  try {
    const { errorMessage } = inTime(() => validator.getValidator({ type: 'object', ...parameters })(given));
    return errorMessage?.slice(0, 500);
  } catch (error) {
    return isTimeout(error) ? 'Their validation takes too long' : 'The schema of the tool is not valid';
  }
};

/** The arguments of a call, or the reason why it cannot be made, in words for the language model. */
export type CompletedArguments = { readonly arguments: Fields } | { readonly error: string };

/**
 * Validates the arguments that the language model chose, and adds those that the platform sets. Arguments of
 * these names that the model made up are dropped, so that the caller cannot choose whose data is read.
 */
export const completeArguments = (
  { parameters, bind }: { readonly parameters: Fields; readonly bind: Bind },
  given: Fields,
  variables: Variables,
): CompletedArguments => {
  const chosen = withoutBound(given, bind);
  const fault = faultOf(visibleParameters(parameters, bind), chosen);
  if (fault !== undefined) return { error: `The arguments do not match the tool’s parameters: ${fault}` };
  const missing = Object.values(bind).flatMap((text) => missingIn(text, variables));
  if (missing.length > 0) {
    return { error: `The conversation has no value for ${[...new Set(missing)].join(', ')}` };
  }
  const bound = Object.entries(bind).map(([name, text]) => [name, fill(text, variables)]);
  return { arguments: { ...chosen, ...Object.fromEntries(bound) } };
};
