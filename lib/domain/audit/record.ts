import type { AuditRecord } from '#lib/contract/audit-records.ts';
import type { Caller } from '../caller.ts';
import { hourMs } from '../durations.ts';
import { idFrom } from '../ids.ts';

/**
 * The version of the fields of a record. Programs of others read them, so a change of their meaning has
 * another one.
 */
export const recordVersion = 1;

/** A person's reads of the same entity within it are one record. */
const windowMs = 600_000;

/** The entity that a request reads or changes, and the organizations above it, from the top down. */
export interface AuditSubject {
  readonly id: string;
  readonly path: readonly string[];
}

/** The one who does something. The way of a request is added to the record. */
export type Actor = Omit<AuditRecord['actor'], 'via'>;

export const actorOf = ({ person, key_id }: Pick<Caller, 'person' | 'key_id'>): Actor =>
  person ? { type: 'person', id: person.id } : { type: 'api_key', id: key_id };

/** The name under which the tools of assistants call the API for a key. */
export const assistantsProgram = 'voice-agent-platform-mcp';

/** The way by which an actor sends a request. */
export const viaOf = (
  { type }: Pick<AuditRecord['actor'], 'type'>,
  isOfAssistant: boolean,
): AuditRecord['actor']['via'] => {
  if (type === 'person') return 'console';
  if (type === 'operator') return 'program';
  return isOfAssistant ? 'mcp' : 'api';
};

/** The kind of an entity, from the prefix of its id: `conversation` for `conv_…`. */
const typesByPrefix: Readonly<Record<string, string>> = {
  conv: 'conversation',
  doc: 'document',
  key: 'api_key',
  anl: 'analyzer',
  arun: 'analysis_run',
  scen: 'scenario',
  suite: 'test_suite',
  trun: 'test_run',
  con: 'connection',
  intg: 'integration',
  inv: 'invitation',
  mem: 'member',
  prs: 'person',
  ses: 'session',
  hook: 'webhook',
  msg: 'message',
  note: 'note',
  stmt: 'statement',
  exp: 'export',
  imp: 'import',
  dep: 'deployment',
  evt: 'event',
  era: 'erasure',
  tsrv: 'tool_server',
  wdg: 'widget',
};

const typeOf = (id: string): string => {
  const [prefix = id] = id.split('_');
  return typesByPrefix[prefix] ?? prefix;
};

export const targetOf = (id: string): AuditRecord['target'] => ({ type: typeOf(id), id });

/** The query parameters of a list. */
export type AuditedQuery = Readonly<Record<string, unknown>>;

/** The pages of a list are one read of it. */
const paging = ['limit', 'cursor', 'order'];

/** The parameters by which lists are told apart, in one order. */
export const parametersOf = (asked: AuditedQuery): [name: string, value: unknown][] =>
  Object.entries(asked)
    .filter(([name, value]) => value !== undefined && !paging.includes(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));

/**
 * Ids of records that all requests in a window of time share. A record and its copies are of one version,
 * also in an hour in which that changes.
 */
const idInWindow =
  (milliseconds: number) =>
  (now: number, ...about: readonly [actor: string, action: string, ...string[]]): AuditRecord['id'] => {
    const time = Math.floor(now / milliseconds) * milliseconds;
    return idFrom('aud', time, JSON.stringify([recordVersion, time, ...about]));
  };

/** The id of the record of a person's reads of an entity, or of a list that is asked for in the same way. */
export const windowId = idInWindow(windowMs);

/** The id of the record that counts the reads of an API key in an organization. */
export const hourId = idInWindow(hourMs);
