import { ApiError } from '#lib/contract/errors.ts';
import type { RoleName } from '#lib/contract/roles.ts';
import { roleNames } from '#lib/contract/roles.ts';
import { scopesOfRole } from '#lib/domain/authority/roles.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { reaches } from '#lib/domain/caller.ts';
import { readPath } from '#lib/organizations/known-paths.ts';
import type { ApiEvent, Exchange } from './exchange.ts';

/** The member as whom a caller looks: `client_01kag3x5ntfyxs4v4yh2m8q9ab/listener`. */
export const viewHeader = 'view-as';

const refused = (detail: string): ApiError<'view_refused'> => new ApiError('view_refused', { detail });

const memberIn = (header: string): { readonly id: string; readonly role: RoleName } => {
  const [, id, name] = /^(client_[0-9a-z]{26})\/([a-z]+)$/.exec(header) ?? [];
  const role = roleNames.find((one) => one === name);
  if (id && role) return { id, role };
  throw refused('Send an organization and a role as "View-As: client_…/listener"');
};

const asMember = async (caller: Caller, header: string): Promise<Caller> => {
  const { id, role } = memberIn(header);
  const path = await readPath(id, (known) => reaches(caller, known));
  if (!path) throw refused('The caller does not reach the organization');
  const scopes = scopesOfRole(role).filter(
    (scope) => scope.endsWith(':read') && caller.scopes.includes(scope),
  );
  return { ...caller, client_id: id, scopes, viewed_from: { client_id: caller.client_id } };
};

/**
 * Narrows the caller of a request that asks for it to what a member of an organization below could read. The
 * caller stays who it is, also in the audit log, and changes nothing: the method decides, because some routes
 * write without a scope.
 */
export const viewAsMember = async (event: ApiEvent, exchange: Exchange): Promise<void> => {
  const header = event.headers[viewHeader];
  const { caller } = exchange;
  if (header === undefined || !caller) return;
  const { method } = event.requestContext.http;
  if (method !== 'GET' && method !== 'HEAD') throw refused('A view as a member only reads');
  exchange.caller = await asMember(caller, header);
};
