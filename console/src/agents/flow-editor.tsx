import type { ConversationFlowInput, FlowNodeInput, FlowTransition } from 'voice-agent-platform-client';
import { faultAt } from '../api/faults.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { SelectField, TextArea, TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import styles from './agents.module.css';
import { FlowPicture } from './lazy-flow-picture.tsx';

interface FlowEditorProps {
  readonly flow: ConversationFlowInput | null;
  readonly onChange: (flow: ConversationFlowInput | null) => void;
  readonly error: unknown;
  readonly disabled: boolean;
  /** The step at which a talk is. */
  readonly current?: string | null | undefined;
}

const firstFlow: ConversationFlowInput = {
  start: 'greet',
  nodes: [{ id: 'greet', instruction: 'Greet the caller, and find out what they need.', transitions: [] }],
};

const freeId = (nodes: readonly FlowNodeInput[]): string => {
  let number = nodes.length + 1;
  while (nodes.some(({ id }) => id === `step_${number}`)) number += 1;
  return `step_${number}`;
};

/** Renames a step wherever it is named. */
const renamed = (flow: ConversationFlowInput, from: string, to: string): ConversationFlowInput => ({
  start: flow.start === from ? to : flow.start,
  nodes: flow.nodes.map((node) => ({
    ...node,
    id: node.id === from ? to : node.id,
    transitions: (node.transitions ?? []).map((one) => (one.to === from ? { ...one, to } : one)),
  })),
});

/** The steps of a conversation: as a picture, and each with its instructions and the ways on from it. */
export const FlowEditor = ({ flow, onChange, error, disabled, current }: FlowEditorProps) => {
  if (!flow) {
    return (
      <section className={cx(kit.card, kit.stack)}>
        <p>
          Without a flow the agent follows its prompt alone. A flow takes the caller through steps, each with
          instructions and conditions for the next one.
        </p>
        {!disabled && (
          <div>
            <Button look="primary" onClick={() => onChange(firstFlow)}>
              Begin a flow
            </Button>
          </div>
        )}
      </section>
    );
  }
  const { nodes } = flow;
  const change = (at: number, fields: Partial<FlowNodeInput>) =>
    onChange({ ...flow, nodes: nodes.map((node, index) => (index === at ? { ...node, ...fields } : node)) });
  const steps = nodes.map(({ id }) => ({ value: id, label: id }));

  return (
    <div className={kit.stack}>
      <FlowPicture flow={flow} current={current ?? null} />
      <p className={kit.row}>
        {!disabled && (
          <>
            <Button
              onClick={() =>
                onChange({
                  ...flow,
                  nodes: [...nodes, { id: freeId(nodes), instruction: '', transitions: [] }],
                })
              }
            >
              Add a step
            </Button>
            <Button onClick={() => onChange(null)}>Remove the flow</Button>
          </>
        )}
      </p>
      {faultAt(error, '/conversation_flow') && (
        <p className={cx(kit.notice, kit.bad)} role="alert">
          {faultAt(error, '/conversation_flow')}
        </p>
      )}
      {nodes.map((node, at) => {
        const transitions = node.transitions ?? [];
        const changeTransition = (way: number, fields: Partial<FlowTransition>) =>
          change(at, {
            transitions: transitions.map((one, index) => (index === way ? { ...one, ...fields } : one)),
          });
        return (
          <fieldset
            key={`step-${at.toString()}`}
            className={cx(kit.card, kit.stack, kit.tight)}
            disabled={disabled}
          >
            <legend className={kit.hidden}>Step {node.id}</legend>
            <div className={kit.columns}>
              <TextField
                label="Step"
                value={node.id}
                required
                onChange={({ target }) => onChange(renamed(flow, node.id, target.value))}
              />
              <TextArea
                label="Instructions"
                rows={2}
                value={node.instruction}
                fault={faultAt(error, `/conversation_flow/nodes/${at}/instruction`)}
                onChange={({ target }) => change(at, { instruction: target.value })}
              />
            </div>
            {transitions.map((transition, way) => (
              <div key={`way-${way.toString()}`} className={cx(kit.row, styles.way)}>
                <SelectField
                  label={`Way ${way + 1} from ${node.id}: next step`}
                  labelHidden
                  value={transition.to}
                  options={steps}
                  onChange={({ target }) => changeTransition(way, { to: target.value })}
                />
                <div className={styles.condition}>
                  <TextField
                    label={`Way ${way + 1} from ${node.id}: condition`}
                    labelHidden
                    placeholder="when the caller …"
                    value={transition.when}
                    onChange={({ target }) => changeTransition(way, { when: target.value })}
                  />
                </div>
                <Button
                  small
                  aria-label={`Remove way ${way + 1} from ${node.id}`}
                  onClick={() => change(at, { transitions: transitions.filter((_, index) => index !== way) })}
                >
                  Remove
                </Button>
              </div>
            ))}
            {!disabled && (
              <div className={kit.row}>
                <Button
                  small
                  onClick={() =>
                    change(at, { transitions: [...transitions, { to: nodes[0]?.id ?? '', when: '' }] })
                  }
                >
                  Add a way on
                </Button>
                {node.id !== flow.start && (
                  <>
                    <Button small onClick={() => onChange({ ...flow, start: node.id })}>
                      Begin here
                    </Button>
                    <Button
                      small
                      onClick={() => onChange({ ...flow, nodes: nodes.filter((_, index) => index !== at) })}
                    >
                      Remove the step
                    </Button>
                  </>
                )}
              </div>
            )}
          </fieldset>
        );
      })}
    </div>
  );
};
