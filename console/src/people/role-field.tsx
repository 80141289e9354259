import type { ComponentProps } from 'react';
import type { Role } from 'voice-agent-platform-client';
import { SelectField } from '../kit/field.tsx';

/** A short description of each role. */
const roles: Readonly<Record<Role, { readonly label: string; readonly hint: string }>> = {
  owner: { label: 'Owner', hint: 'Everything' },
  admin: { label: 'Admin', hint: 'Everything except billing and owners' },
  builder: { label: 'Builder', hint: 'Agents and analyzers, and reading' },
  operator: { label: 'Operator', hint: 'Conversations, calls and chats, without erasing' },
  listener: { label: 'Listener', hint: 'Reading conversations and hearing recordings' },
  analyst: { label: 'Analyst', hint: 'Figures, without words or audio' },
  billing: { label: 'Billing', hint: 'Plans, usage and statements' },
  auditor: { label: 'Auditor', hint: 'The audit log, members, keys and connections' },
};

const names = Object.keys(roles) as Role[];

/** Chooses a role, and says what it may do. */
export const RoleField = ({
  except,
  ...field
}: Omit<ComponentProps<typeof SelectField>, 'options'> & {
  readonly value: string;
  readonly except?: Role;
}) => (
  <SelectField
    {...field}
    options={names.filter((name) => name !== except).map((value) => ({ value, label: roles[value].label }))}
    hint={roles[field.value as Role].hint}
  />
);
