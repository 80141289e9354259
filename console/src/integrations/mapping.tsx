import type { AgentMapping } from 'voice-agent-platform-client';
import { faultAt } from '../api/faults.ts';
import { Button } from '../kit/button.tsx';
import { TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { words } from '../words/index.ts';
import { AgentPicker } from './agent-picker.tsx';
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
  const { agents } = words.integrations;
  const change = (at: number, part: Partial<AgentMapping>) =>
    onChange(mappings.map((mapping, index) => (index === at ? { ...mapping, ...part } : mapping)));
  const numbered = mappings.map((mapping, number) => ({ ...mapping, number }));
  return (
    <div className={kit.stack}>
      {mappings.length === 0 && <p className={kit.muted}>{agents.none}</p>}
      {numbered.map(({ provider_agent_id, agent_id, number }) => (
        <div key={number} className={styles.mapping}>
          <TextField
            label={agents.atProvider}
            required
            value={provider_agent_id}
            disabled={disabled}
            fault={faultAt(error, `/agents/${number}/provider_agent_id`)}
            onChange={({ target }) => change(number, { provider_agent_id: target.value })}
          />
          <AgentPicker
            label={agents.here}
            clientId={clientId}
            agentId={agent_id}
            disabled={disabled}
            fault={faultAt(error, `/agents/${number}/agent_id`)}
            onChoose={(chosen) => change(number, { agent_id: chosen })}
          />
          {!disabled && (
            <Button
              small
              look="plain"
              aria-label={agents.removeOf(number + 1)}
              onClick={() => onChange(mappings.filter((_, index) => index !== number))}
            >
              {agents.remove}
            </Button>
          )}
        </div>
      ))}
      {!disabled && (
        <div>
          <Button small onClick={() => onChange([...mappings, { provider_agent_id: '', agent_id: '' }])}>
            {agents.map}
          </Button>
        </div>
      )}
    </div>
  );
};

/** Whether a mapping still lacks one of its sides. */
export const isIncomplete = (mappings: readonly AgentMapping[]): boolean =>
  mappings.some(({ provider_agent_id, agent_id }) => !provider_agent_id || !agent_id);
