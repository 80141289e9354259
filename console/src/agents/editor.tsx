import { faultAt } from '../api/faults.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { TextArea, TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import styles from './agents.module.css';
import type { Draft, DraftTool } from './draft.ts';
import { parseJson } from './draft.ts';

interface EditorProps {
  readonly draft: Draft;
  readonly onChange: (change: Partial<Draft>) => void;
  readonly error: unknown;
  readonly disabled: boolean;
}

type TextName = { [N in keyof Draft]: Draft[N] extends string ? N : never }[keyof Draft];

const Tools = ({ draft, onChange, error, disabled }: EditorProps) => {
  const change = (at: number, fields: Partial<DraftTool>) =>
    onChange({ tools: draft.tools.map((tool, index) => (index === at ? { ...tool, ...fields } : tool)) });
  return (
    <section className={cx(kit.card, kit.stack)} aria-label="Tools">
      <div className={cx(kit.row, kit.spread)}>
        <h2>Tools</h2>
        {!disabled && (
          <Button
            small
            onClick={() =>
              onChange({
                tools: [
                  ...draft.tools,
                  { key: crypto.randomUUID(), name: '', description: '', parameters: '{}', action: null },
                ],
              })
            }
          >
            Add a tool
          </Button>
        )}
      </div>
      {draft.tools.length === 0 && <p className={kit.muted}>The agent can call no function.</p>}
      {draft.tools.map((tool, at) => (
        <fieldset key={tool.key} className={cx(kit.stack, kit.tight, styles.tool)} disabled={disabled}>
          <legend className={kit.label}>{tool.name || 'New tool'}</legend>
          <div className={kit.columns}>
            <TextField
              label="Name"
              required
              value={tool.name}
              fault={faultAt(error, `/tools/${at}/name`)}
              onChange={({ target }) => change(at, { name: target.value })}
            />
            <TextField
              label="What it does"
              value={tool.description}
              fault={faultAt(error, `/tools/${at}/description`)}
              onChange={({ target }) => change(at, { description: target.value })}
            />
          </div>
          <TextArea
            label="Parameters, as JSON Schema"
            className={kit.code}
            rows={6}
            spellCheck={false}
            value={tool.parameters}
            fault={
              parseJson(tool.parameters)
                ? faultAt(error, `/tools/${at}/parameters`)
                : 'This is not a JSON object yet'
            }
            onChange={({ target }) => change(at, { parameters: target.value })}
          />
          {!disabled && (
            <div>
              <Button
                small
                onClick={() => onChange({ tools: draft.tools.filter((_, index) => index !== at) })}
              >
                Remove {tool.name || 'this tool'}
              </Button>
            </div>
          )}
        </fieldset>
      ))}
    </section>
  );
};

/** The fields of an agent, with what the API says about each. */
export const Editor = (props: EditorProps) => {
  const { draft, onChange, error, disabled } = props;
  const bind = (name: TextName, pointer: string) => ({
    value: draft[name],
    disabled,
    fault: faultAt(error, pointer),
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  return (
    <div className={kit.stack}>
      <section className={cx(kit.card, kit.stack)} aria-label="Instructions">
        <TextField label="Name" required {...bind('name', '/name')} />
        <TextField label="What the agent is for" {...bind('description', '/description')} />
        <TextField
          label="External id"
          hint="The agent’s id in your own systems"
          {...bind('external_id', '/external_id')}
        />
        <TextArea
          label="Prompt"
          rows={10}
          hint="{{name}} is replaced by the variable of that name."
          {...bind('prompt', '/prompt')}
        />
        <TextArea label="First message" rows={2} {...bind('first_message', '/first_message')} />
      </section>
      <section className={cx(kit.card, kit.stack)} aria-label="Voice and character">
        <h2>Voice and character</h2>
        <div className={kit.columns}>
          <TextField label="Language" placeholder="en-GB" {...bind('language', '/language')} />
          <TextField
            label="Voice’s provider"
            placeholder="elevenlabs"
            {...bind('voice_provider', '/voice/provider')}
          />
          <TextField label="Voice" {...bind('voice_id', '/voice_id')} />
          <TextField label="Speed" type="number" step="0.05" {...bind('voice_speed', '/voice/speed')} />
          <TextField label="Tone" placeholder="warm" {...bind('tone', '/personality/tone')} />
          <TextField label="Style" placeholder="concise" {...bind('style', '/personality/style')} />
          <TextField label="Traits, separated by commas" {...bind('traits', '/personality/traits')} />
        </div>
      </section>
      <section className={cx(kit.card, kit.stack)} aria-label="Language model">
        <h2>Language model</h2>
        <div className={kit.columns}>
          <TextField
            label="Model’s provider"
            placeholder="openai"
            {...bind('model_provider', '/model/provider')}
          />
          <TextField label="Model" {...bind('model_id', '/model/id')} />
          <TextField
            label="Temperature"
            type="number"
            step="0.1"
            {...bind('temperature', '/model/temperature')}
          />
          <TextField
            label="Longest answer in tokens"
            type="number"
            {...bind('max_tokens', '/model/max_tokens')}
          />
        </div>
      </section>
      <Tools {...props} />
      <section className={cx(kit.card, kit.stack)} aria-label="Run by">
        <h2>Run by</h2>
        <div className={kit.columns}>
          <TextField label="Provider" placeholder="vapi" {...bind('provider_name', '/provider/name')} />
          <TextField label="The agent’s id there" {...bind('provider_agent_id', '/provider/agent_id')} />
        </div>
      </section>
    </div>
  );
};
