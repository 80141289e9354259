import { operations } from '#lib/contract/index.ts';
import type { Route } from '#lib/contract/route.ts';
import type { Answered } from '#lib/local/gateway.ts';

const routes = new Map<string, Route>(operations.map(({ id, route }) => [id, route]));

/** In what an answer is other than the contract promises: a field too few, too many or of another kind. */
export const breachOf = ({ id, status, body }: Answered): string | undefined => {
  const { response, content, protocol, status: success, csv } = routes.get(id) ?? {};
  if (!response || content || protocol || status !== success || !body) return undefined;
  if (csv && !body.startsWith('{')) return undefined;
  const { success: holds, data, error } = response.safeParse(JSON.parse(body));
  if (!holds) return `${id}: ${error.message}`;
  // Parsing drops what is not promised.
  return JSON.stringify(data) === body ? undefined : `${id}: ${body} rather than ${JSON.stringify(data)}`;
};
