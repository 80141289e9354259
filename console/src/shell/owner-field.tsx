import { useId, useState } from 'react';
import { useOrganization } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { words } from '../words/index.ts';
import { OrganizationPicker } from './organization-picker.tsx';
import { useOrg } from './use-org.ts';

/** The id of an organization, null for the platform itself, undefined until somebody has chosen. */
export type Owner = string | null | undefined;

/**
 * For whom a dialog creates something: the organization in whose context it was opened, or the key's own. A
 * platform key chooses.
 */
export const useOwner = (given?: Owner) => {
  const { me, may } = useSession();
  const org = useOrg();
  const unchosen = may('clients:read') ? undefined : null;
  const [owner, onChange] = useState<Owner>(given ?? org ?? me.client?.id ?? unchosen);
  return { owner, onChange };
};

export interface OwnerFieldProps {
  readonly label?: string;
  readonly owner: Owner;
  /** Offers the platform itself, in these words. */
  readonly platform?: string;
  readonly onChange: (owner: Owner) => void;
}

/** Says for whom something is created, and lets people choose somebody else. */
export const OwnerField = ({ label = words.shell.forWhom, owner, platform, onChange }: OwnerFieldProps) => {
  const { me, may } = useSession();
  const id = useId();
  const organization = useOrganization(owner ?? undefined);
  const name = owner ? (organization?.name ?? (owner === me.client?.id ? me.client.name : '…')) : platform;
  const shown = owner === undefined ? words.shell.choose : (name ?? words.shell.thePlatform);
  return (
    <div className={kit.field}>
      <span id={`${id}-label`} className={kit.label}>
        {label}
      </span>
      {may('clients:read') ? (
        <OrganizationPicker
          aria-labelledby={`${id}-label`}
          chosen={organization}
          other={me.client ? undefined : platform}
          onChoose={(next) => onChange(next?.id ?? null)}
        >
          <span className={kit.clip}>{shown}</span>
          <Icon name="down" />
        </OrganizationPicker>
      ) : (
        <span>{shown}</span>
      )}
    </div>
  );
};
