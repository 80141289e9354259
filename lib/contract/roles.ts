import { enumeration } from './fields.ts';

export const roleNames = [
  'owner',
  'admin',
  'builder',
  'operator',
  'listener',
  'analyst',
  'billing',
  'auditor',
] as const;

export const RoleName = enumeration(
  'Role',
  roleNames,
  'A person’s permissions in an organization: a set of scopes, which grows with the API',
);
export type RoleName = (typeof roleNames)[number];

/** The roles that an identity provider can give. Only an owner makes another owner. */
export const GivenRole = enumeration(
  'GivenRole',
  roleNames.filter((name) => name !== 'owner'),
  'A role that people can get by signing in: every role except `owner`',
);
