import { useQuery } from '@tanstack/react-query';
import type { AgentMapping } from 'voice-agent-platform-client';
import { faultAt } from '../api/faults.ts';
import { useNames } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { SelectField, TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import styles from './integrations.module.css';

interface MappingFieldsProps {
  readonly clientId: string;
  readonly mappings: readonly AgentMapping[];
  readonly error: unknown;
  readonly disabled?: boolean;
  readonly onChange: (mappings: readonly AgentMapping[]) => void;
}

/** Which agents the provider's agents are. */
export const MappingFields = ({ clientId, mappings, error, disabled, onChange }: MappingFieldsProps) => {
  const { api, may } = useSession();
  const { data } = useQuery({
    queryKey: ['agents', 'options', clientId],
    queryFn: ({ signal }) => api.agents.list({ query: { client_id: clientId, limit: 100 }, signal }),
    enabled: may('agents:read'),
  });
  const known = (data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  // Until the options are read, and for an agent that is not among them.
  const nameOf = useNames(
    'agent',
    data
      ? mappings
          .map(({ agent_id }) => agent_id)
          .filter((id) => id && !known.some(({ value }) => value === id))
      : [],
  );
  const change = (at: number, part: Partial<AgentMapping>) =>
    onChange(mappings.map((mapping, index) => (index === at ? { ...mapping, ...part } : mapping)));
  const numbered = mappings.map((mapping, number) => ({ ...mapping, number }));
  return (
    <div className={kit.stack}>
      {numbered.map(({ provider_agent_id, agent_id, number }) => {
        const chosen = known.some(({ value }) => value === agent_id)
          ? known
          : [...known, { value: agent_id, label: agent_id ? nameOf(agent_id) : 'Choose …' }];
        return (
          <div key={number} className={cx(kit.row, styles.mapping)}>
            <TextField
              label="Agent’s id at the provider"
              required
              value={provider_agent_id}
              disabled={disabled}
              fault={faultAt(error, `/agents/${number}/provider_agent_id`)}
              onChange={({ target }) => change(number, { provider_agent_id: target.value })}
            />
            <SelectField
              label="Agent here"
              required
              value={agent_id}
              options={chosen}
              disabled={disabled}
              fault={faultAt(error, `/agents/${number}/agent_id`)}
              onChange={({ target }) => change(number, { agent_id: target.value })}
            />
            {!disabled && (
              <Button
                small
                aria-label={`Remove agent ${number + 1}`}
                onClick={() => onChange(mappings.filter((_, index) => index !== number))}
              >
                Remove
              </Button>
            )}
          </div>
        );
      })}
      {!disabled && (
        <div>
          <Button
            small
            onClick={() =>
              onChange([...mappings, { provider_agent_id: '', agent_id: known[0]?.value ?? '' }])
            }
          >
            Map an agent
          </Button>
        </div>
      )}
    </div>
  );
};
