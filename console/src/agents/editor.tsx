import { Link } from '@tanstack/react-router';
import type { Agent } from 'voice-agent-platform-client';
import { faultAt } from '../api/faults.ts';
import { formatNumber } from '../api/format.ts';
import { cx } from '../kit/cx.ts';
import { TextArea, TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { words } from '../words/index.ts';
import styles from './agents.module.css';
import type { Draft } from './draft.ts';
import { FlowPicture } from './lazy-flow-picture.tsx';
import { Pickers } from './pickers.tsx';
import { variablesOf } from './variables.ts';

interface EditorProps {
  readonly agent: Agent;
  readonly draft: Draft;
  readonly changed: ReadonlySet<keyof Draft>;
  /** The step of the flow at which a talk is. */
  readonly current: string | null | undefined;
  readonly onChange: (change: Partial<Draft>) => void;
  readonly error: unknown;
  readonly disabled: boolean;
}

type TextName = { [N in keyof Draft]: Draft[N] extends string ? N : never }[keyof Draft];

const wordsIn = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** The fields of an agent, with what the API says about each. */
export const Editor = ({ agent, draft, changed, current, onChange, error, disabled }: EditorProps) => {
  const { fields, sections, hints } = words.agents;
  const bind = (name: TextName, pointer: string) => ({
    label: fields[name],
    value: draft[name],
    disabled,
    fault: faultAt(error, pointer),
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  const variables = variablesOf(draft);
  return (
    <div className={styles.form}>
      <Pickers
        agent={agent}
        draft={draft}
        changed={changed}
        onChange={onChange}
        error={error}
        disabled={disabled}
      />
      {draft.flow && (
        <div className={cx(kit.stack, kit.tight)}>
          <div className={cx(kit.row, kit.spread)}>
            <span>
              <span className={kit.label}>{fields.flow}</span>{' '}
              <span className={kit.muted}>{sections.steps(formatNumber(draft.flow.nodes.length))}</span>
            </span>
            <Link to="." search={(now) => ({ ...now, tab: 'flow' })} className={kit.small}>
              {sections.editFlow}
            </Link>
          </div>
          <FlowPicture flow={draft.flow} current={current ?? null} />
        </div>
      )}
      <TextArea rows={2} className={styles.low} {...bind('first_message', '/first_message')} />
      <div className={cx(kit.stack, kit.tight)}>
        <TextArea
          rows={11}
          hint={`${sections.words(formatNumber(wordsIn(draft.prompt)))} ${hints.prompt}`}
          {...bind('prompt', '/prompt')}
        />
        {variables.length > 0 && (
          <p className={cx(kit.row, kit.small, kit.muted)}>
            {sections.variables}
            {variables.map((name) => (
              <code key={name} className={styles.variable}>
                {name}
              </code>
            ))}
          </p>
        )}
      </div>
      <section className={kit.stack} aria-label={sections.about}>
        <h2>{sections.about}</h2>
        <div className={kit.columns}>
          <TextField required {...bind('name', '/name')} />
          <TextField hint={hints.external_id} {...bind('external_id', '/external_id')} />
        </div>
        <TextField {...bind('description', '/description')} />
      </section>
      <section className={kit.stack} aria-label={sections.character}>
        <h2>{sections.character}</h2>
        <div className={kit.columns}>
          <TextField placeholder="warm" {...bind('tone', '/personality/tone')} />
          <TextField placeholder="concise" {...bind('style', '/personality/style')} />
          <TextField hint={hints.traits} {...bind('traits', '/personality/traits')} />
        </div>
      </section>
      <section className={kit.stack} aria-label={sections.details}>
        <h2>{sections.details}</h2>
        <div className={kit.columns}>
          <TextField placeholder="elevenlabs" {...bind('voice_provider', '/voice/provider')} />
          <TextField type="number" step="0.05" {...bind('voice_speed', '/voice/speed')} />
          <TextField placeholder="openai" {...bind('model_provider', '/model/provider')} />
          <TextField type="number" step="0.1" {...bind('temperature', '/model/temperature')} />
          <TextField type="number" hint={hints.max_tokens} {...bind('max_tokens', '/model/max_tokens')} />
          {draft.provider_name !== '' && <TextField {...bind('provider_agent_id', '/provider/agent_id')} />}
        </div>
      </section>
      <section className={kit.stack} aria-label={sections.handover}>
        <h2>{sections.handover}</h2>
        <p className={cx(kit.small, kit.muted)}>{hints.handover}</p>
        <div className={kit.columns}>
          <TextField type="number" min={1} {...bind('handover_minutes', '/handover/answer_within_minutes')} />
        </div>
        <TextArea
          rows={2}
          className={styles.low}
          {...bind('handover_message', '/handover/unanswered_message')}
        />
      </section>
      <TextArea
        rows={2}
        className={styles.low}
        hint={hints.limit_message}
        {...bind('limit_message', '/limit_message')}
      />
      <section className={kit.stack} aria-label={sections.calls}>
        <h2>{sections.calls}</h2>
        <div className={kit.columns}>
          <TextField hint={hints.disclosure} {...bind('disclosure', '/disclosure')} />
          <TextField hint={hints.filler} {...bind('filler', '/filler')} />
          <TextField hint={hints.failure_message} {...bind('failure_message', '/failure_message')} />
          <TextField
            type="tel"
            placeholder="+14155550123"
            hint={hints.fallback_number}
            {...bind('fallback_number', '/fallback_number')}
          />
        </div>
      </section>
    </div>
  );
};
