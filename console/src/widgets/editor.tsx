import { useRef, useState } from 'react';
import type { Widget } from 'voice-agent-platform-client';
import { faultAt } from '../api/faults.ts';
import { useSession } from '../api/session.ts';
import { CheckField, SelectField, TextArea, TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';
import { SaveBar } from '../kit/save-bar.tsx';
import { Split } from '../kit/split.tsx';
import { toast } from '../kit/toasts.tsx';
import { useForm } from '../kit/use-form.ts';
import { useUnsaved } from '../kit/use-unsaved.ts';
import { words } from '../words/index.ts';
import { widgetWords } from '../words/widgets.ts';
import type { Draft } from './draft.ts';
import { changesIn, draftOf, languages, limitNames, patchOf } from './draft.ts';
import { Preview } from './preview.tsx';
import { Snippet } from './snippet.tsx';
import { Talked } from './talked.tsx';
import styles from './widgets.module.css';

interface EditorProps {
  readonly widget: Widget;
  readonly etag: string;
}

/** Everything that can be set of a widget, beside its preview. */
export const Editor = ({ widget, etag }: EditorProps) => {
  const { api, may } = useSession();
  const before = draftOf(widget);
  const form = useForm({
    initial: before,
    send: (draft: Draft) =>
      api.widgets.update({ params: { widget_id: widget.id }, body: patchOf(draft), ifMatch: etag }),
    refresh: [['widget', widget.id], ['widgets']],
    onSent: () => toast(words.kit.saved),
  });
  const { values: draft, error } = form;
  const [language, setLanguage] = useState<'en' | 'de'>('en');
  useUnsaved(form.isChanged);
  const { looks, access, limits } = widgetWords();
  const disabled = !may('agents:write') || form.busy;
  const element = useRef<HTMLFormElement>(null);
  const save = () => {
    if (element.current?.reportValidity()) form.save();
  };
  const text = (name: 'title' | 'disclosure' | 'placeholder') => ({
    value: draft.texts[language][name] ?? '',
    disabled,
    fault: faultAt(error, `/texts/${language}/${name}`),
    hint: looks.standard,
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      form.change({
        texts: {
          ...draft.texts,
          [language]: { ...draft.texts[language], [name]: target.value || null },
        },
      }),
  });
  return (
    <Split
      label={widgetWords().preview.title}
      pane={<Preview widget={widget} draft={draft} language={language} />}
    >
      <form
        ref={element}
        className={styles.form}
        aria-label={widgetWords().one}
        onSubmit={(event) => form.submit(event)}
      >
        {widget.status === 'paused' && <p className={kit.notice}>{widgetWords().paused}</p>}
        <Snippet widget={widget} />

        <section aria-label={looks.title} className={kit.stack}>
          <h2 className={styles.title}>{looks.title}</h2>
          <div className={kit.columns}>
            <TextField
              label={looks.name}
              hint={looks.nameHint}
              maxLength={80}
              disabled={disabled}
              {...form.bind('shown_name', '/appearance/name')}
            />
            <SelectField
              label={looks.position}
              hint={looks.positionHint}
              disabled={disabled}
              options={[
                { value: 'end', label: looks.positions.end },
                { value: 'start', label: looks.positions.start },
              ]}
              {...form.bind('position', '/appearance/position')}
            />
          </div>
          <CheckField
            label={looks.ownColor}
            hint={looks.colorHint}
            disabled={disabled}
            {...form.check('has_color')}
          />
          {draft.has_color && (
            <TextField
              label={looks.color}
              type="color"
              className={styles.color}
              disabled={disabled}
              {...form.bind('color', '/appearance/color')}
            />
          )}
          <SelectField
            label={looks.language}
            value={language}
            options={languages.map((value) => ({ value, label: looks.languages[value] }))}
            onChange={({ target }) => setLanguage(target.value as 'en' | 'de')}
          />
          <div className={kit.columns}>
            <TextField label={looks.button} maxLength={80} {...text('title')} />
            <TextField label={looks.placeholder} maxLength={80} {...text('placeholder')} />
          </div>
          <TextArea label={looks.disclosure} rows={2} maxLength={500} {...text('disclosure')} />
        </section>

        <section aria-label={access.title} className={kit.stack}>
          <h2 className={styles.title}>{access.title}</h2>
          <TextField
            label={access.label}
            required
            maxLength={200}
            disabled={disabled}
            {...form.bind('name')}
          />
          <TextArea
            label={access.origins}
            hint={access.originsHint}
            rows={3}
            disabled={disabled}
            spellCheck={false}
            {...form.bind('origins')}
            fault={faultAt(error, '/origins') ?? faultAt(error, '/origins/0')}
          />
          <CheckField
            label={access.frame}
            hint={access.frameHint}
            disabled={disabled}
            {...form.check('frame')}
          />
          <CheckField
            label={access.token}
            hint={access.tokenHint}
            disabled={disabled}
            {...form.check('require_token')}
          />
          <CheckField
            label={access.voice}
            hint={access.voiceHint}
            disabled={disabled}
            {...form.check('voice')}
          />
          <TextArea
            label={access.variables}
            hint={access.variablesHint}
            rows={2}
            disabled={disabled}
            spellCheck={false}
            {...form.bind('public_variables')}
          />
        </section>

        <section aria-label={limits.title} className={kit.stack}>
          <h2 className={styles.title}>{limits.title}</h2>
          <p className={kit.muted}>{limits.hint}</p>
          <div className={kit.columns}>
            {limitNames.map((name) => (
              <TextField
                key={name}
                label={limits[name]}
                type="number"
                min={0}
                required
                disabled={disabled}
                value={draft.limits[name]}
                fault={faultAt(error, `/limits/${name}`)}
                onChange={({ target }) => form.change({ limits: { ...draft.limits, [name]: target.value } })}
              />
            ))}
          </div>
        </section>
        {Boolean(error) && <Problem error={error} stale={widgetWords().stale} />}
      </form>
      <SaveBar
        changes={changesIn(draft, before).length}
        busy={form.busy}
        onSave={save}
        onDiscard={() => form.change(before)}
      />
      {may('conversations:read') && <Talked widgetId={widget.id} />}
    </Split>
  );
};
