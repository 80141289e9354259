import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorCode, FaultCode } from '#lib/contract/errors.ts';
import { errors } from '#lib/contract/errors.ts';
import { operations } from '#lib/contract/index.ts';
import { pathOf } from '#lib/contract/route.ts';
import { platformVariables } from '#lib/contract/variables.ts';

const file = join(import.meta.dirname, '../../docs/conventions.md');

/**
 * The codes of faults that schemas and rules report. `faultsOf` in `lib/http/faults.ts` produces most of
 * them.
 */
const faults: Readonly<Record<FaultCode, string>> = {
  required: 'A field is missing.',
  unknown: 'There is no such field or parameter.',
  repeated: 'A query parameter is sent more than once.',
  invalid_type: 'The value has another type, such as a string in place of a number.',
  invalid_value: 'The value is not one of those allowed.',
  invalid_format:
    'The text does not have the required form. Query parameters are text, so this is also the code of a number out of range.',
  invalid_key: 'A key of an object does not have the required form.',
  too_small: 'A number is too small, or a text or list is too short.',
  too_big: 'A number is too large, or a text, list or document is too long.',
  invalid: 'The value breaks a rule that `detail` describes.',
  fixed: 'The field cannot be changed.',
  inconsistent: 'The value contradicts another field.',
  not_aligned: 'A time is not the beginning of a period, such as an hour or a day.',
  not_applicable: 'The field does not apply, because of the value of another field.',
  not_found: 'There is no such entity.',
  refused: 'The service that the value is for has refused it.',
  out_of_order: 'The value is before or after what it has to follow.',
  out_of_range: 'The value is outside the range allowed here.',
  out_of_reach: 'The API key may not set this value.',
};

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const codeTable = (): string =>
  table(
    ['status', 'code', 'meaning', 'repeat'],
    (Object.keys(errors) as ErrorCode[])
      .toSorted((one, other) => errors[one].status - errors[other].status || (one < other ? -1 : 1))
      .map((code) => {
        const { status, title } = errors[code];
        return [String(status), `\`${code}\``, title, 'retry' in errors[code] ? 'yes' : ''];
      }),
  );

const faultTable = (): string =>
  table(
    ['code', 'meaning'],
    Object.entries(faults).map(([code, meaning]) => [`\`${code}\``, meaning]),
  );

const variableTable = (): string =>
  table(
    ['variable', 'value'],
    Object.entries(platformVariables).map(([name, meaning]) => [`\`{{${name}}}\``, meaning]),
  );

const repeatedList = (): string =>
  operations
    .filter(({ route }) => 'changesNothing' in route)
    .map(({ route }) => `- \`POST ${pathOf(route)}\`: ${route.summary}.`)
    .join('\n');

const between = (text: string, name: string, content: string): string =>
  text.replace(
    new RegExp(`<!-- ${name} -->[\\s\\S]*?<!-- /${name} -->`),
    `<!-- ${name} -->\n${content}\n<!-- /${name} -->`,
  );

const generated: Readonly<Record<string, () => string>> = {
  codes: codeTable,
  faults: faultTable,
  variables: variableTable,
  'carried out each time': repeatedList,
};

/** The page of conventions, with parts generated from the contract. `npm run openapi` writes it. */
export const conventionsPage = (): string =>
  Object.entries(generated).reduce(
    (page, [name, content]) => between(page, name, content()),
    readFileSync(file, 'utf8'),
  );

/** The same text for the document's description, without the title and the markers of generated parts. */
export const conventionsText = (): string =>
  conventionsPage()
    .replace(/^# .*\n+/, '')
    .replace(/^<!-- .* -->\n/gm, '')
    .trim();
