import { useState } from 'react';
import type { Analyzer } from 'voice-agent-platform-client';
import { faultAt } from '../api/faults.ts';
import { useSession } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { CheckField, TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';
import { SaveBar } from '../kit/save-bar.tsx';
import { Split } from '../kit/split.tsx';
import { toast } from '../kit/toasts.tsx';
import { useForm } from '../kit/use-form.ts';
import { useUnsaved } from '../kit/use-unsaved.ts';
import { words } from '../words/index.ts';
import styles from './analyzers.module.css';
import { CriterionFields } from './criterion-fields.tsx';
import type { Draft } from './draft.ts';
import { changesIn, draftOf, newCriterion, newField } from './draft.ts';
import { FieldFields } from './field-fields.tsx';
import { Preview } from './preview.tsx';
import {
  CostFields,
  OutcomeFields,
  ReviewFields,
  SuccessFields,
  WhenFields,
  WriteFields,
} from './rule-fields.tsx';

interface EditorProps {
  readonly analyzer: Analyzer;
  readonly etag: string;
  /** It belongs to an organization above. */
  readonly readOnly: boolean;
}

const replaced = <T,>(items: readonly T[], at: number, item: T): T[] =>
  items.map((one, index) => (index === at ? item : one));

const without = <T,>(items: readonly T[], at: number): T[] => items.filter((_, index) => index !== at);

const movedUp = <T,>(items: readonly T[], at: number): T[] => {
  const next = [...items];
  next.splice(at - 1, 0, ...next.splice(at, 1));
  return next;
};

/** Everything that an analyzer says, beside a call to try it with. */
export const Editor = ({ analyzer, etag, readOnly }: EditorProps) => {
  const { api, may } = useSession();
  const before = draftOf(analyzer);
  const form = useForm({
    initial: before,
    send: (draft: Draft) =>
      api.analyzers.replace({ params: { analyzer_id: analyzer.id }, body: draft, ifMatch: etag }),
    refresh: [['analyzer', analyzer.id], ['analyzers']],
    onSent: () => toast(words.kit.saved),
  });
  const { values: draft, error } = form;
  useUnsaved(form.isChanged);
  const { editor } = words.analyzers;
  const disabled = readOnly || form.busy;
  const change = (part: Partial<Draft>) => form.change(part);
  const shared = { draft, error, onChange: change };
  // Rows have nothing but their places to tell them apart, so all are reset when one is added, moved or
  // removed.
  const [revision, setRevision] = useState(0);
  const rearrange = (part: Partial<Draft>) => {
    form.change(part);
    setRevision(revision + 1);
  };
  const criteria = draft.criteria.map((criterion, at) => ({ criterion, at }));
  const fields = draft.fields.map((field, at) => ({ field, at }));
  return (
    <Split
      wide
      label={words.analyzers.preview.title}
      pane={
        may('analysis:write') && may('conversations:read') && !readOnly ? (
          <Preview analyzer={analyzer} draft={draft} />
        ) : undefined
      }
    >
      <form aria-label={words.analyzers.one} onSubmit={(event) => form.submit(event)}>
        <fieldset className={styles.form} disabled={disabled}>
          {readOnly && <p className={kit.notice}>{words.analyzers.notYours}</p>}
          <div className={kit.stack}>
            <div className={kit.columns}>
              <TextField label={editor.name} required maxLength={200} {...form.bind('name')} />
              <TextField
                label={editor.description}
                maxLength={1000}
                value={draft.description ?? ''}
                fault={faultAt(error, '/description')}
                onChange={({ target }) => change({ description: target.value || null })}
              />
            </div>
            <CheckField label={editor.enabled} {...form.check('enabled')} />
            <CheckField label={editor.mandatory} {...form.check('mandatory')} />
            <CheckField label={editor.shared} hint={editor.sharedHint} {...form.check('shared')} />
          </div>

          <section aria-label={editor.criteria}>
            <h2 className={styles.title}>{editor.criteria}</h2>
            {criteria.length === 0 && <p className={kit.muted}>{editor.noCriteria}</p>}
            {criteria.map(({ criterion, at }) => (
              <CriterionFields
                key={`${revision} ${at}`}
                criterion={criterion}
                at={at}
                error={error}
                disabled={disabled}
                onChange={(next) => change({ criteria: replaced(draft.criteria, at, next) })}
                onRemove={() => rearrange({ criteria: without(draft.criteria, at) })}
                onMoveUp={at === 0 ? undefined : () => rearrange({ criteria: movedUp(draft.criteria, at) })}
              />
            ))}
            {!readOnly && (
              <Button onClick={() => rearrange({ criteria: [...draft.criteria, newCriterion] })}>
                {editor.addCriterion}
              </Button>
            )}
          </section>

          <SuccessFields {...shared} />

          <section aria-label={editor.fields}>
            <h2 className={styles.title}>{editor.fields}</h2>
            {fields.length === 0 && <p className={kit.muted}>{editor.noFields}</p>}
            {fields.map(({ field, at }) => (
              <FieldFields
                key={`${revision} ${at}`}
                field={field}
                at={at}
                error={error}
                disabled={disabled}
                onChange={(next) => change({ fields: replaced(draft.fields, at, next) })}
                onRemove={() => rearrange({ fields: without(draft.fields, at) })}
              />
            ))}
            {!readOnly && (
              <Button onClick={() => rearrange({ fields: [...draft.fields, newField] })}>
                {editor.addField}
              </Button>
            )}
          </section>

          <OutcomeFields key={revision} {...shared} />
          <WhenFields clientId={analyzer.client_id} disabled={disabled} {...shared} />
          <WriteFields {...shared} />
          <CostFields {...shared} />
          <ReviewFields {...shared} />
          {Boolean(error) && <Problem error={error} stale={editor.stale} />}
        </fieldset>
      </form>
      {!readOnly && (
        <SaveBar
          changes={changesIn(before, draft)}
          busy={form.busy}
          action={editor.save(analyzer.version + 1)}
          onSave={form.save}
          onDiscard={() => rearrange(before)}
        />
      )}
    </Split>
  );
};
