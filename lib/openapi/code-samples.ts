import type { Operation } from '#lib/contract/index.ts';
import { methodOf, pathOf } from '#lib/contract/route.ts';
import { pythonName, snake } from './python-names.ts';
import type { Json } from './schemas.ts';

/** An example of a request, whatever its route. */
interface AnyRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** The headers of each sample. */
export const headers = {
  typescript: `import { createClient } from 'voice-agent-platform-client';

const client = createClient({ baseUrl: process.env.BASE, apiKey: process.env.KEY });`,
  python: `import os
from voice_agent_platform import Client

client = Client(os.environ["BASE"], api_key=os.environ["KEY"])`,
} as const;

const pathWith = (path: string, params: AnyRequest['params'] = {}): string =>
  path.replace(/{(\w+)}/g, (_, name: string) => params[name] ?? '');

/** A shell has no escape within single quotes: `'\''` ends them, adds a quote and begins them again. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const curl = ({ route }: Operation, { params, query, body }: AnyRequest): string => {
  const method = methodOf(route);
  const plain = method === 'GET' || (method === 'POST' && body !== undefined);
  const parts = [
    `curl "$BASE${pathWith(pathOf(route), params)}"`,
    ...(plain ? [] : [`-X ${method}`]),
    // Without it, curl waits for a whole line.
    ...(route.streams ? ['-N'] : []),
    ...(route.public ? [] : ['-H "Authorization: Bearer $KEY"']),
    ...(query
      ? [
          '-G',
          ...Object.entries(query).flatMap(([name, value]) =>
            [value].flat().map((one) => `-d ${quoted(`${name}=${one}`)}`),
          ),
        ]
      : []),
    ...(body === undefined ? [] : [`--json ${quoted(JSON.stringify(body))}`]),
    ...(body !== undefined && route.content ? [`-H "Accept: ${route.content}"`] : []),
  ];
  return parts.join(' \\\n  ');
};

const isName = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name);

const literal = (value: unknown, indent: string): string => {
  if (typeof value === 'string')
    return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => literal(item, inner))
    : Object.entries(value).map(
        ([name, item]) => `${isName(name) ? name : `'${name}'`}: ${literal(item, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (items.length === 0) return `${open}${close}`;
  const line = `${open} ${items.join(', ')} ${close}`;
  if (line.length < 80 && !line.includes('\n')) return Array.isArray(value) ? `[${items.join(', ')}]` : line;
  return `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${close}`;
};

const typescript = ({ resource, name }: Operation, { params, query, body }: AnyRequest): string => {
  const input = { ...(params && { params }), ...(query && { query }), ...(body !== undefined && { body }) };
  const given = Object.keys(input).length > 0 ? literal(input, '') : '';
  return `${headers.typescript}\n\nconst answer = await client.${resource}.${name}(${given});\nconsole.log(answer);`;
};

const pythonLiteral = (value: unknown, indent = ''): string => {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const items = Array.isArray(value)
    ? value.map((item) => pythonLiteral(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${pythonLiteral(item, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const line = `${open}${items.join(', ')}${close}`;
  if (line.length < 80 && !line.includes('\n')) return line;
  return `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${close}`;
};

const python = ({ resource, name }: Operation, { params = {}, query = {}, body }: AnyRequest): string => {
  const given = [
    ...Object.values(params).map((value) => JSON.stringify(value)),
    ...(body === undefined ? [] : [pythonLiteral(body)]),
    ...Object.entries(query).map(([key, value]) => `${pythonName(key)}=${pythonLiteral(value)}`),
  ];
  const call = `client.${snake(resource)}.${pythonName(snake(name))}(${given.join(', ')})`;
  return `${headers.python}\n\nanswer = ${call}\nprint(answer)`;
};

/** The same request in three languages, for readers of the reference to copy. */
export const codeSamplesOf = (operation: Operation, example: AnyRequest): Json[] => [
  { lang: 'Shell', label: 'curl', source: curl(operation, example) },
  { lang: 'TypeScript', label: 'TypeScript', source: typescript(operation, example) },
  { lang: 'Python', label: 'Python', source: python(operation, example) },
];
