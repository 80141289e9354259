import type { RoleName } from '#lib/contract/roles.ts';
import type { Scope } from '#lib/contract/route.ts';
import { scopes } from '#lib/contract/route.ts';

/** A scope, or all scopes of a resource: `agents:*`. */
type Pattern = Scope | '*' | `${Scope extends `${infer R}:${string}` ? R : never}:*`;

interface Role {
  readonly may: readonly Pattern[];
  readonly except?: readonly Pattern[];
}

/** Reading what a company works with, without its money, people and keys. */
const reading = [
  'clients:read',
  'agents:read',
  'conversations:read',
  'recordings:read',
  'analysis:read',
  'tests:read',
  'gates:read',
  'usage:read',
  'integrations:read',
  'webhooks:read',
  'exports:read',
] as const satisfies Pattern[];

/**
 * The scopes that each role grants. They are looked up with every request, so a role grows with the API, and
 * people need no upgrade.
 */
const roles: Readonly<Record<RoleName, Role>> = {
  owner: { may: ['*'] },
  // Cannot make or change owners either, because nobody gives more than they have.
  admin: { may: ['*'], except: ['billing:write'] },
  // Tests agents, and cannot lower what they must pass.
  builder: { may: [...reading, 'agents:*', 'analysis:*', 'tests:*'] },
  operator: {
    may: [...reading, 'conversations:*', 'calls:*', 'chats:*', 'recordings:*'],
    except: ['conversations:erase'],
  },
  listener: { may: ['clients:read', 'agents:read', 'conversations:read', 'recordings:read'] },
  // Figures without words or audio.
  analyst: { may: ['clients:read', 'agents:read', 'usage:read'] },
  billing: { may: ['clients:read', 'usage:read', 'billing:*'] },
  auditor: { may: ['clients:read', 'audit:read', 'members:read', 'keys:read', 'connections:read'] },
};

const fits = (scope: Scope, pattern: Pattern): boolean =>
  pattern === '*' || pattern === scope || (pattern.endsWith(':*') && scope.startsWith(pattern.slice(0, -1)));

/** The scopes of a role, in the order of their names. */
export const scopesOfRole = (name: RoleName): Scope[] => {
  const { may, except = [] } = roles[name];
  const has = (patterns: readonly Pattern[], scope: Scope) =>
    patterns.some((pattern) => fits(scope, pattern));
  return scopes.filter((scope) => has(may, scope) && !has(except, scope)).sort();
};
