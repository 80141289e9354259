import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Agent, ToolActionInput } from 'voice-agent-platform-client';
import { faultAt } from '../api/faults.ts';
import { useSession } from '../api/session.ts';
import { useAll } from '../api/use-list.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { SelectField, TextArea, TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { Picker } from '../kit/picker.tsx';
import { toolServerQuery } from '../tool-servers/query.ts';
import { words } from '../words/index.ts';
import styles from './agents.module.css';
import type { Draft, DraftTool } from './draft.ts';
import { isBound } from './draft.ts';
import { ParameterFields } from './parameter-fields.tsx';
import { useOwners } from './use-integrations.ts';

interface ToolsProps {
  readonly agent: Agent;
  readonly draft: Draft;
  readonly onChange: (change: Partial<Draft>) => void;
  readonly error: unknown;
  readonly disabled: boolean;
}

/** The actions of a tool, as one choice. */
const actions = [
  'none',
  'http',
  'mcp',
  'page',
  'hand_over',
  'end',
  'transfer',
  'send_digits',
  'switch_language',
] as const;

type ActionName = (typeof actions)[number];

const nameOf = (action: ToolActionInput | null): ActionName => {
  if (!action) return 'none';
  return action.type === 'builtin' ? action.name : action.type;
};

/** The actions whose parameters the platform knows. */
const knownParameters: ReadonlySet<ActionName> = new Set(['send_digits', 'switch_language']);

/** A new action of a kind, with what the one before has said already. */
const actionOf = (name: ActionName, before: ToolActionInput | null): ToolActionInput | null => {
  const effect = before && 'effect' in before && before.effect ? { effect: before.effect } : {};
  if (name === 'none') return null;
  if (name === 'http') return { type: 'http', url: '', ...effect };
  if (name === 'mcp') return { type: 'mcp', tool_server_id: '', tool: '', ...effect };
  if (name === 'page') return { type: 'page' };
  return name === 'transfer' ? { type: 'builtin', name, number: '' } : { type: 'builtin', name };
};

interface ActionProps<A extends ToolActionInput> {
  readonly action: A;
  readonly onChange: (action: ToolActionInput) => void;
  readonly fault: (field: string) => string | undefined;
}

type McpAction = Extract<ToolActionInput, { type: 'mcp' }>;

interface McpProps extends ActionProps<McpAction> {
  readonly agent: Agent;
  readonly disabled: boolean;
}

/** The tool servers that an agent may use, and the one that an action names. */
const useServers = ({ client_id }: Agent, { tool_server_id }: McpAction) => {
  const { api, may } = useSession();
  const owners = useOwners(client_id);
  const mayRead = may('integrations:read');
  const servers = useAll(
    ['tool-servers', 'options'],
    (signal) => api.toolServers.list.all({ query: { limit: 100 }, signal }),
    { enabled: mayRead },
  );
  const server = useQuery({
    ...toolServerQuery(api, tool_server_id),
    enabled: tool_server_id !== '' && mayRead,
  });
  return {
    servers: (servers.data ?? []).filter((one) => owners.includes(one.client_id)),
    hasNone: servers.isSuccess && !servers.data.some((one) => owners.includes(one.client_id)),
    server,
    tools: server.data?.reply.tools ?? [],
  };
};

/** Leads to the page of the servers, and says if the chosen tool is not called at the moment. */
const McpHint = ({ agent, action }: Pick<McpProps, 'agent' | 'action'>) => {
  const { tools: text } = words.agents;
  const { hasNone, server, tools } = useServers(agent, action);
  const chosen = tools.find(({ name }) => name === action.tool);
  const isOff = server.isSuccess && action.tool !== '' && chosen?.status !== 'enabled';
  if (hasNone)
    return (
      <div className={kit.row}>
        <span>{text.noServers}</span>
        <Link to="/tool-servers">{text.addServer}</Link>
      </div>
    );
  if (!server.data) return null;
  const { id, name } = server.data.reply;
  return (
    <div className={cx(kit.row, isOff && kit.notice, isOff && kit.warn)}>
      {isOff && <span>{text.notCalled}</span>}
      <Link to="/tool-servers/$toolServerId" params={{ toolServerId: id }}>
        {text.openServer(name)}
      </Link>
    </div>
  );
};

/** A tool of an MCP server, of those that were accepted there. */
const McpFields = ({ agent, action, onChange, fault, disabled }: McpProps) => {
  const { tools } = words.agents;
  const { servers, server, tools: offered } = useServers(agent, action);
  return (
    <>
      <Picker
        label={tools.server}
        value={action.tool_server_id}
        options={servers.map(({ id, name, url }) => ({ value: id, label: name, facts: url }))}
        empty={tools.noServers}
        disabled={disabled}
        fault={fault('tool_server_id')}
        onChoose={(tool_server_id) => onChange({ ...action, tool_server_id, tool: '' })}
      />
      <Picker
        label={tools.serverTool}
        value={action.tool}
        options={offered
          .filter(({ status }) => status === 'enabled')
          .map(({ name, accepted }) => ({
            value: name,
            label: name,
            facts: accepted?.description ?? undefined,
          }))}
        busy={server.isLoading}
        disabled={disabled}
        fault={fault('tool')}
        onChoose={(tool) => onChange({ ...action, tool })}
      />
    </>
  );
};

const HttpFields = ({ action, onChange, fault }: ActionProps<Extract<ToolActionInput, { type: 'http' }>>) => {
  const { tools } = words.agents;
  return (
    <>
      <TextField
        label={tools.url}
        type="url"
        required
        placeholder="https://example.com/find-slots"
        value={action.url}
        fault={fault('url')}
        onChange={({ target }) => onChange({ ...action, url: target.value })}
      />
      <TextField
        label={tools.timeout}
        type="number"
        min={1}
        max={10}
        value={String(action.timeout_seconds ?? 5)}
        fault={fault('timeout_seconds')}
        onChange={({ target }) => onChange({ ...action, timeout_seconds: Number(target.value) })}
      />
    </>
  );
};

interface ToolProps {
  readonly agent: Agent;
  readonly tool: DraftTool;
  readonly fault: (field: string) => string | undefined;
  readonly disabled: boolean;
  readonly onChange: (fields: Partial<DraftTool>) => void;
  readonly onRemove: () => void;
}

const Tool = ({ agent, tool, fault, disabled, onChange, onRemove }: ToolProps) => {
  const { tools } = words.agents;
  const { action } = tool;
  const chosen = nameOf(action);
  const ofAction = (field: string) => fault(`action/${field}`);
  const change = (next: ToolActionInput) => onChange({ action: next });
  return (
    <fieldset className={cx(kit.card, kit.stack, kit.tight)} disabled={disabled}>
      <legend className={kit.hidden}>{tool.name || tools.unnamed}</legend>
      <div className={kit.columns}>
        <TextField
          label={tools.name}
          required
          value={tool.name}
          fault={fault('name')}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <SelectField
          label={tools.action}
          value={chosen}
          hint={tools.actionHints[chosen]}
          fault={ofAction('type')}
          options={actions.map((value) => ({ value, label: tools.actions[value] }))}
          onChange={({ target }) => onChange({ action: actionOf(target.value as ActionName, action) })}
        />
      </div>
      <TextArea
        label={tools.description}
        rows={2}
        className={styles.low}
        value={tool.description}
        fault={fault('description')}
        onChange={({ target }) => onChange({ description: target.value })}
      />
      {(action?.type === 'http' || action?.type === 'mcp') && (
        <div className={kit.columns}>
          {action.type === 'http' ? (
            <HttpFields action={action} fault={ofAction} onChange={change} />
          ) : (
            <McpFields agent={agent} action={action} fault={ofAction} disabled={disabled} onChange={change} />
          )}
          <SelectField
            label={tools.effect}
            hint={tools.effectHint}
            value={action.effect ?? 'read'}
            options={(['read', 'write'] as const).map((value) => ({ value, label: tools.effects[value] }))}
            onChange={({ target }) => change({ ...action, effect: target.value as 'read' | 'write' })}
          />
        </div>
      )}
      {action?.type === 'mcp' && <McpHint agent={agent} action={action} />}
      {action?.type === 'builtin' && action.name === 'transfer' && (
        <TextField
          label={tools.number}
          type="tel"
          required
          placeholder="+14155550123"
          value={action.number ?? ''}
          fault={ofAction('number')}
          onChange={({ target }) => change({ ...action, number: target.value })}
        />
      )}
      {(action?.type === 'http' || action?.type === 'mcp') && (
        <TextArea
          label={tools.bind}
          hint={tools.bindHint}
          rows={2}
          className={cx(styles.low, kit.code)}
          spellCheck={false}
          placeholder="customer_id={{customer_id}}"
          value={tool.bind}
          fault={isBound(tool.bind) ? ofAction('bind') : tools.notBound}
          onChange={({ target }) => onChange({ bind: target.value })}
        />
      )}
      {chosen === 'switch_language' && (
        <TextArea
          label={tools.languages}
          hint={tools.languagesHint}
          rows={2}
          required
          className={cx(styles.low, kit.code)}
          spellCheck={false}
          placeholder="fr-FR"
          value={tool.languages}
          fault={ofAction('languages')}
          onChange={({ target }) => onChange({ languages: target.value })}
        />
      )}
      {chosen !== 'mcp' && !knownParameters.has(chosen) && (
        <ParameterFields
          value={tool.parameters}
          fault={fault('parameters')}
          onChange={(parameters) => onChange({ parameters })}
        />
      )}
      {!disabled && (
        <div>
          <Button small onClick={onRemove}>
            {tools.remove(tool.name || tools.unnamed)}
          </Button>
        </div>
      )}
    </fieldset>
  );
};

/** The functions that the agent can call, and what runs then. */
export const Tools = ({ agent, draft, onChange, error, disabled }: ToolsProps) => {
  const { tools } = words.agents;
  const set = (next: readonly DraftTool[]) => onChange({ tools: next });
  return (
    <section className={kit.stack} aria-label={tools.title}>
      {draft.tools.length === 0 && <p className={kit.muted}>{tools.none}</p>}
      {draft.tools.map((tool, at) => (
        <Tool
          key={tool.key}
          agent={agent}
          tool={tool}
          disabled={disabled}
          fault={(field) => faultAt(error, `/tools/${at}/${field}`)}
          onChange={(fields) =>
            set(draft.tools.map((one, index) => (index === at ? { ...one, ...fields } : one)))
          }
          onRemove={() => set(draft.tools.filter((_, index) => index !== at))}
        />
      ))}
      {!disabled && (
        <div>
          <Button
            onClick={() =>
              set([
                ...draft.tools,
                {
                  key: crypto.randomUUID(),
                  name: '',
                  description: '',
                  parameters: '{}',
                  action: null,
                  bind: '',
                  languages: '',
                },
              ])
            }
          >
            {tools.add}
          </Button>
        </div>
      )}
    </section>
  );
};
