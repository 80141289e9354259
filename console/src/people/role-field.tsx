import type { ComponentProps } from 'react';
import type { Role } from 'voice-agent-platform-client';
import { SelectField } from '../kit/field.tsx';
import { words } from '../words/index.ts';

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
    // Every language lists them in the same order.
    options={(Object.keys(words.people.roles) as Role[])
      .filter((name) => name !== except)
      .map((value) => ({ value, label: words.people.roles[value].label }))}
    hint={words.people.roles[field.value as Role].hint}
  />
);
