import * as z from 'zod/mini';
import type { IdPrefix } from './fields.ts';
import { id } from './fields.ts';

/** The ids in paths, such as `{agent_id}`: each with its prefix, and a noun if the name is none. */
const entities = {
  agent: ['agent'],
  analysis_run: ['arun', 'run'],
  analyzer: ['anl'],
  audit_record: ['aud', 'record'],
  client: ['client', 'organization'],
  connection: ['con'],
  conversation: ['conv'],
  deployment: ['dep'],
  document: ['doc'],
  erasure: ['era'],
  event: ['evt'],
  export: ['exp'],
  import: ['imp'],
  integration: ['intg'],
  invitation: ['inv'],
  member: ['mem'],
  message: ['msg'],
  plan: ['plan'],
  scenario: ['scen'],
  statement: ['stmt'],
  test_run: ['trun', 'run'],
  test_suite: ['suite', 'suite'],
  tool_server: ['tsrv', 'tool server'],
  webhook: ['hook'],
  widget: ['wdg'],
} as const satisfies Readonly<Record<string, readonly [prefix: IdPrefix, noun?: string]>>;

/** A parameter that is an id by its name. */
export type IdParam = `${keyof typeof entities}_id`;

/** The names of the parameters in a path. */
export const namesIn = (path: string): string[] =>
  [...path.matchAll(/{(\w+)}/g)].map(([, name = '']) => name);

/** The parameters of a path in which all are ids. */
export const idsIn = (path: string) => {
  const params = namesIn(path).map((param) => {
    const name = param.replace('_id', '');
    const [prefix, noun = name] = entities[name as keyof typeof entities];
    return [param, id(prefix, `The ${noun}’s id`)];
  });
  return params[0] && z.strictObject(Object.fromEntries(params));
};
