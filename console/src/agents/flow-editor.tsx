import { useState } from 'react';
import type { ConversationFlowInput, FlowNodeInput, FlowTransition } from 'voice-agent-platform-client';
import { faultAt } from '../api/faults.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { CheckField, SelectField, TextArea, TextField } from '../kit/field.tsx';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { words } from '../words/index.ts';
import styles from './flow.module.css';
import { FlowPicture } from './lazy-flow-picture.tsx';

interface FlowEditorProps {
  readonly flow: ConversationFlowInput | null;
  /** The names of the tools that a step may be limited to. */
  readonly tools: readonly string[];
  readonly onChange: (flow: ConversationFlowInput | null) => void;
  readonly error: unknown;
  readonly disabled: boolean;
  /** The step at which a talk is. */
  readonly current?: string | null | undefined;
}

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

/** The flow without a step, and without the ways to it. */
const without = (flow: ConversationFlowInput, id: string): ConversationFlowInput => ({
  ...flow,
  nodes: flow.nodes
    .filter((node) => node.id !== id)
    .map((node) => ({ ...node, transitions: (node.transitions ?? []).filter(({ to }) => to !== id) })),
});

/** Whether an error concerns a node, rather than the flow as a whole. */
const hasFault = (error: unknown, at: number): boolean =>
  faultAt(error, `/conversation_flow/nodes/${at}`) !== undefined;

interface StepProps extends Omit<FlowEditorProps, 'flow' | 'onChange' | 'current'> {
  readonly flow: ConversationFlowInput;
  readonly node: FlowNodeInput;
  readonly at: number;
  readonly onChange: (flow: ConversationFlowInput, chosen?: string) => void;
}

/** One step: its instructions, the ways on from it, and the tools that it has. */
const Step = ({ flow, node, at, tools, error, disabled, onChange }: StepProps) => {
  const texts = words.agents.flow;
  const { nodes } = flow;
  // A name that cannot be taken stays while it is typed, and goes once the step has another one, as by a
  // discard.
  const [typed, setTyped] = useState({ of: node.id, name: node.id });
  const name = typed.of === node.id ? typed.name : node.id;
  const nameFault = name === '' ? texts.nameless : texts.taken;
  const { transitions = [], tools: allowed = null } = node;
  const pointer = `/conversation_flow/nodes/${at}`;
  const change = (fields: Partial<FlowNodeInput>) =>
    onChange({ ...flow, nodes: nodes.map((one, index) => (index === at ? { ...one, ...fields } : one)) });
  const changeWay = (way: number, fields: Partial<FlowTransition>) =>
    change({ transitions: transitions.map((one, index) => (index === way ? { ...one, ...fields } : one)) });
  const addAfter = () => {
    const id = freeId(nodes);
    const before = { ...node, transitions: [...transitions, { to: id, when: '' }] };
    onChange(
      {
        ...flow,
        nodes: [
          ...nodes.map((one, index) => (index === at ? before : one)),
          { id, instruction: '', transitions: [] },
        ],
      },
      id,
    );
  };
  return (
    <fieldset className={cx(kit.card, kit.stack)} disabled={disabled}>
      <legend className={kit.hidden}>{texts.step(node.id)}</legend>
      <div className={kit.columns}>
        <TextField
          label={texts.name}
          value={name}
          required
          maxLength={64}
          fault={name === node.id ? faultAt(error, `${pointer}/id`) : nameFault}
          onChange={({ target: { value } }) => {
            // Two steps of one name could not be told apart, while it is typed either.
            const isFree = value !== '' && !nodes.some(({ id }) => id === value);
            setTyped({ of: isFree ? value : node.id, name: value });
            if (isFree) onChange(renamed(flow, node.id, value), value);
          }}
        />
      </div>
      <TextArea
        label={texts.instructions}
        rows={3}
        value={node.instruction}
        fault={faultAt(error, `${pointer}/instruction`)}
        onChange={({ target }) => change({ instruction: target.value })}
      />
      <div className={cx(kit.stack, kit.tight)}>
        <span className={kit.label}>{texts.ways}</span>
        {transitions.length === 0 && <p className={cx(kit.small, kit.muted)}>{texts.noWays}</p>}
        {transitions.map((transition, way) => (
          <div key={`way-${way.toString()}`} className={styles.way}>
            <TextField
              label={texts.when(way + 1)}
              labelHidden
              placeholder={texts.whenExample}
              value={transition.when}
              fault={faultAt(error, `${pointer}/transitions/${way}/when`)}
              onChange={({ target }) => changeWay(way, { when: target.value })}
            />
            <Icon name="forward" />
            <SelectField
              label={texts.to(way + 1)}
              labelHidden
              value={transition.to}
              fault={faultAt(error, `${pointer}/transitions/${way}/to`)}
              options={nodes.map(({ id }) => ({ value: id, label: id }))}
              onChange={({ target }) => changeWay(way, { to: target.value })}
            />
            <Button
              look="plain"
              className={kit.icon}
              aria-label={texts.removeWay(way + 1)}
              onClick={() => change({ transitions: transitions.filter((_, index) => index !== way) })}
            >
              <Icon name="close" />
            </Button>
          </div>
        ))}
        {!disabled && (
          <div className={kit.row}>
            <Button
              small
              onClick={() => change({ transitions: [...transitions, { to: nodes[0]?.id ?? '', when: '' }] })}
            >
              {texts.addWay}
            </Button>
            <Button small onClick={addAfter}>
              {texts.addAfter}
            </Button>
          </div>
        )}
      </div>
      {tools.length > 0 && (
        <div className={cx(kit.stack, kit.tight)}>
          <CheckField
            label={texts.allTools}
            checked={allowed === null}
            onChange={({ target }) => change({ tools: target.checked ? null : [...tools] })}
          />
          {allowed !== null && (
            <div className={kit.row}>
              {tools.map((name) => (
                <CheckField
                  key={name}
                  label={name}
                  checked={allowed.includes(name)}
                  onChange={({ target }) =>
                    change({
                      tools: target.checked ? [...allowed, name] : allowed.filter((one) => one !== name),
                    })
                  }
                />
              ))}
            </div>
          )}
        </div>
      )}
      {!disabled && node.id !== flow.start && (
        <div className={kit.row}>
          <Button small onClick={() => onChange({ ...flow, start: node.id })}>
            {texts.beginHere}
          </Button>
          <Button small onClick={() => onChange(without(flow, node.id), flow.start)}>
            {texts.removeStep}
          </Button>
        </div>
      )}
    </fieldset>
  );
};

/** The steps of a conversation as a picture, in which one chooses the step to edit. */
export const FlowEditor = ({ flow, tools, onChange, error, disabled, current }: FlowEditorProps) => {
  const texts = words.agents.flow;
  const [chosen, setChosen] = useState<string>();
  if (!flow) {
    return (
      <section className={kit.stack}>
        <p>{texts.none}</p>
        {!disabled && (
          <div>
            <Button
              onClick={() =>
                onChange({
                  start: 'greet',
                  nodes: [{ id: 'greet', instruction: texts.first, transitions: [] }],
                })
              }
            >
              {texts.begin}
            </Button>
          </div>
        )}
      </section>
    );
  }
  const { nodes } = flow;
  const faulty = nodes.findIndex((_, index) => hasFault(error, index));
  const found = nodes.findIndex(({ id }) => id === (chosen ?? flow.start));
  const at = Math.max(0, chosen === undefined && faulty !== -1 ? faulty : found);
  const node = nodes[at];
  const whole = faultAt(error, '/conversation_flow');
  return (
    <div className={kit.stack}>
      <FlowPicture flow={flow} current={current ?? null} edited={node?.id} onChoose={(id) => setChosen(id)} />
      {whole && (
        <p className={cx(kit.notice, kit.bad)} role="alert">
          {whole}
        </p>
      )}
      {node && (
        <Step
          key={`${at} ${nodes.length}`}
          flow={flow}
          node={node}
          at={at}
          tools={tools}
          error={error}
          disabled={disabled}
          onChange={(next, id) => {
            if (id !== undefined) setChosen(id);
            onChange(next);
          }}
        />
      )}
      {!disabled && (
        <div className={kit.row}>
          <Button
            onClick={() => {
              const id = freeId(nodes);
              setChosen(id);
              onChange({ ...flow, nodes: [...nodes, { id, instruction: '', transitions: [] }] });
            }}
          >
            {texts.addStep}
          </Button>
          <Button look="plain" onClick={() => onChange(null)}>
            {texts.remove}
          </Button>
        </div>
      )}
    </div>
  );
};
