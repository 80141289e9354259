import { appendFile, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations } from '#lib/contract/index.ts';
import type { Route } from '#lib/contract/route.ts';
import type { AnsweredRequest } from '#lib/local/gateway.ts';

const routes = new Map<string, Route>(operations.map(({ id, route }) => [id, route]));

/** In what an answer is other than the contract promises: a field too few, too many or of another kind. */
export const breachOf = ({ id, status, body }: AnsweredRequest): string | undefined => {
  const { response, content, protocol, status: success, csv } = routes.get(id) ?? {};
  if (!response || content || protocol || status !== success || !body) return undefined;
  if (csv && !body.startsWith('{')) return undefined;
  const { success: holds, data, error } = response.safeParse(JSON.parse(body));
  if (!holds) return `${id}: ${error.message}`;
  // Parsing drops what is not promised.
  return JSON.stringify(data) === body ? undefined : `${id}: ${body} rather than ${JSON.stringify(data)}`;
};

/**
 * The declared answers of which a response is an example: its route with the status, and with the code of a
 * problem.
 */
export const seenIn = ({ id, status, body }: AnsweredRequest): string[] => {
  const code = status >= 400 && body ? (JSON.parse(body) as { code?: string }).code : undefined;
  return [`${id} ${status}`, ...(code ? [`${id} ${code}`] : [])];
};

// Files with a platform of their own are in other processes, with the same temporary directory.
const seenFile = (): string => join(tmpdir(), 'seen-answers');

/** Adds the declared answers that tests have seen on a platform of their own to those of the whole suite. */
export const tellSeen = (seen: ReadonlySet<string>): Promise<void> =>
  appendFile(seenFile(), [...seen, ''].join('\n'));

/** The declared answers that tests have seen on platforms of their own. */
export const seenElsewhere = async (): Promise<string[]> =>
  (await readFile(seenFile(), { encoding: 'utf8', flag: 'a+' })).split('\n');
